//! The space-time tree: cells of space and time, each with the courses that pass through it.
//!
//! **Question.** A body begins a course. Whom can it meet on it, and when at the earliest?
//!
//! **Idea.** A course sweeps a tube through space and time. A cell is divided into sixteen: eight octants of space,
//! each in the earlier and in the later half of its time. Where the bodies hardly move, only space is divided; where
//! they cross a cell many times over, only time. A course is entered in every cell that its tube passes
//! through. A question descends along its own tube, the earlier half first, and ends when the next cell begins after
//! the first meeting. The tree is refined where questions are asked: a cell is divided only when its
//! entries have cost questions more visits than the division will cost, so that the far future, which many courses
//! reach and few questions, stays in a few coarse cells. Entries of replaced courses stay behind and are
//! dropped when somebody meets them. Halves of cells that lie in the past are dropped as a whole.
//!
//! A body as wide as the parts of a cell stays in the cell itself. So a few giants do not fill the cells of the small.
//! The outermost cells reach to infinity in space. In time, a cell without an end is divided into a cell with one and a
//! further cell without end, twice as large and twice as long. When half of the tree's time has passed, or
//! many courses have been replaced, the tree starts again as a single cell that fits the bodies: this is cheap, because
//! it is divided where somebody asks.
//!
//! **Guarantee.** Where two balls touch is a point of some cell. Both are in that cell, or in one around it, because
//! the boxes of the tubes are rounded outward. So no meeting is lost.
//!
//! **Cost.** A few cells for each of the log N levels, and the entries in them.
//!
//! **Source.** Dworkin 1994, section 8 and appendix L (the *hextree*). There cells are divided when entries are added,
//! along one dimension at a time, and giants are entered everywhere.

use super::entered::{Entered, EnteredBodies, Entry};
use super::{Crowding, Neighbours};
use crate::checkpoint::{RestartError, content, stored, stored_name};
use crate::sparse::course::Course;
use crate::tolerance::{
    COST_OF_ENTRY, CROSSED_LEAST, CROSSED_MOST, ENTRIES_PER_LEAF, FAST_BODY, FIRST_STRETCH, MOST_COPIES,
    MOST_DIVISIONS, MOST_TAILS, TREE_CHURN, TREE_TIME, VISITS_BEFORE_DIVISION,
};
use glam::DVec3;

/// No block of nodes.
const NONE: u32 = u32::MAX;

/// Seconds. Half of the time of a tree in which nothing moves.
const AT_REST: f64 = f64::MAX / 8.0;

/// A cell of the tree. Its extent follows from the way to it.
#[derive(Clone, Debug)]
struct Node {
    entries: Vec<Entry>,
    division: Division,
    /// The first of eight nodes for the earlier and for the later half of the time; none if the cell is not divided,
    /// or if that half has passed. A cell that is not divided in time has the earlier ones only, a cell that is not
    /// divided in space uses the first of the eight.
    halves: [u32; 2],
    /// Number of entries beyond which questions divide the cell.
    most: usize,
    /// What a division would have saved so far: visits of questions, less what it would have cost the entries.
    credit: usize,
}

/// How a cell is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Division {
    /// Not at all.
    Whole,
    /// In space: its bodies hardly move.
    Space,
    /// In time: its bodies cross it many times over.
    Time,
    /// In both.
    SpaceTime,
}

impl Division {
    fn in_time(self) -> bool {
        matches!(self, Self::Time | Self::SpaceTime)
    }

    fn in_space(self) -> bool {
        matches!(self, Self::Space | Self::SpaceTime)
    }
}

const LEAF: Node =
    Node { entries: Vec::new(), division: Division::Whole, halves: [NONE; 2], most: ENTRIES_PER_LEAF, credit: 0 };

/// The extent of a cell.
#[derive(Clone, Copy, Debug)]
struct Extent {
    centre: DVec3,
    /// Half of the edges, which are the edges of the parts, m.
    half: DVec3,
    /// First and last instant, s. The last one may be infinite.
    times: [f64; 2],
    /// The instant at which the cell is divided, and the time from there to the nominal ends, s.
    middle: f64,
    half_time: f64,
    /// Divisions around it, and those of space among them.
    depth: usize,
    level: usize,
}

impl Extent {
    /// All of the time, or its earlier or later half.
    #[inline]
    fn times(&self, division: Division, late: usize) -> [f64; 2] {
        match (division.in_time(), late) {
            (false, _) => self.times,
            (true, 0) => [self.times[0], self.middle],
            (true, _) => [self.middle, self.times[1]],
        }
    }

    #[inline]
    fn part(&self, division: Division, late: usize, octant: usize) -> Self {
        let mut part = Self { times: self.times(division, late), depth: self.depth + 1, ..*self };
        if division.in_time() {
            let tail = late == 1 && self.is_endless();
            // What has no end is divided where it is twice as long, and its bodies twice as far apart.
            part.half_time *= if tail { 2.0 } else { 0.5 };
            part.middle += if late == 0 { -part.half_time } else { part.half_time };
            part.half *= if tail { 2.0 } else { 1.0 };
        }
        if division.in_space() {
            let side = |bit: usize| if octant >> bit & 1 == 1 { 1.0 } else { -1.0 };
            part.half = 0.5 * self.half;
            part.centre += part.half * DVec3::new(side(0), side(1), side(2));
            part.level += 1;
        }
        part
    }

    /// The octants, as bits, that a box overlaps.
    #[inline]
    fn octants(&self, division: Division, [lower, upper]: [DVec3; 2]) -> u32 {
        if !division.in_space() {
            return 1;
        }
        let sides = [[0x55, 0xAA], [0x33, 0xCC], [0x0F, 0xF0]];
        (0..3).fold(0xFF, |octants, axis| {
            let low = if upper[axis] < self.centre[axis] { sides[axis][0] } else { 0xFF };
            let high = if lower[axis] > self.centre[axis] { sides[axis][1] } else { 0xFF };
            octants & low & high
        })
    }

    #[inline]
    fn is_endless(&self) -> bool {
        self.times[1] == f64::INFINITY
    }

    /// How to divide the cell: what has no end in time, otherwise so that a body that moves with the mean speed crosses
    /// about one part.
    fn division(&self, speed: f64) -> Division {
        let crossed = speed * self.half_time / self.half.max_element();
        match crossed {
            _ if self.is_endless() => Division::Time,
            _ if crossed < CROSSED_LEAST => Division::Space,
            _ if crossed > CROSSED_MOST => Division::Time,
            _ => Division::SpaceTime,
        }
    }

    /// Whether a course is too wide for the parts of the cell.
    #[inline]
    fn is_narrow_for(&self, course: &Course, from: f64) -> bool {
        2.0 * course.reach_at(self.times[0].max(from)) >= self.half.max_element()
    }
}

/// A question on its way through the tree.
struct Question<'a> {
    course: &'a Course,
    span: [f64; 2],
    now: f64,
    visit: &'a mut dyn FnMut(u32) -> f64,
}

/// All nodes, and blocks of eight that are free.
#[derive(Clone, Debug, Default)]
struct Nodes {
    nodes: Vec<Node>,
    free: Vec<u32>,
    /// Entries that questions have met, and stale ones among them.
    met: u64,
    stale: u64,
}

impl Nodes {
    fn block(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            let first = self.nodes.len() as u32;
            self.nodes.extend([LEAF; 8]);
            first
        })
    }

    /// Frees eight nodes and all below them.
    fn release(&mut self, block: u32) {
        let mut blocks = vec![block];
        while let Some(block) = blocks.pop() {
            for node in &mut self.nodes[block as usize..][..8] {
                blocks.extend(node.halves.iter().filter(|half| **half != NONE));
                node.entries.clear();
                (node.halves, node.division) = ([NONE; 2], Division::Whole);
                (node.most, node.credit) = (ENTRIES_PER_LEAF, 0);
            }
            self.free.push(block);
        }
    }

    /// Enters a course in the cells that it passes through.
    fn enter(&mut self, bodies: &EnteredBodies, node: u32, extent: &Extent, entry: Entry) {
        let Some(entered) = bodies.current(entry) else { return };
        let place = &mut self.nodes[node as usize];
        if place.division == Division::Whole || extent.is_narrow_for(&entered.course, entered.from) {
            // Now and then; a rule that does not depend on the room of the list, which no checkpoint keeps.
            if place.entries.len().is_power_of_two() {
                place.entries.retain(|entry| bodies.current(*entry).is_some());
            }
            place.entries.push(entry);
            place.credit = place.credit.saturating_sub(COST_OF_ENTRY);
            return;
        }
        self.enter_parts(bodies, node, extent, entry);
    }

    fn enter_parts(&mut self, bodies: &EnteredBodies, node: u32, extent: &Extent, entry: Entry) {
        let Some(entered) = bodies.current(entry) else { return };
        let division = self.nodes[node as usize].division;
        for late in 0..2 {
            let block = self.nodes[node as usize].halves[late];
            let [start, end] = extent.times(division, late);
            let (start, end) = (start.max(entered.from), end.min(entered.course.until));
            if block == NONE || start > end {
                continue;
            }
            let mut octants = extent.octants(division, entered.course.bounds(start, end));
            while octants != 0 {
                let octant = octants.trailing_zeros();
                octants &= octants - 1;
                self.enter(bodies, block + octant, &extent.part(division, late, octant as usize), entry);
            }
        }
    }

    /// Divides a cell if that tells its entries apart.
    fn divide(&mut self, bodies: &EnteredBodies, node: u32, extent: &Extent, now: f64) {
        let mut entries = std::mem::take(&mut self.nodes[node as usize].entries);
        let before = entries.len();
        entries.retain(|entry| bodies.current(*entry).is_some());
        self.stale += (before - entries.len()) as u64;
        let is_wide = |entry: Entry| {
            bodies.current(entry).is_none_or(|entered| extent.is_narrow_for(&entered.course, entered.from))
        };
        let mut speeds = 0.0;
        let mut narrow = 0;
        for entered in entries.iter().filter(|entry| !is_wide(**entry)).filter_map(|entry| bodies.current(*entry)) {
            narrow += 1;
            let start = extent.times[0].max(entered.from);
            speeds += entered.course.velocity_at(start).length() + entered.course.envelope[1];
        }
        let deepest = if extent.is_endless() { MOST_TAILS } else { MOST_DIVISIONS };
        if narrow <= ENTRIES_PER_LEAF || extent.depth >= deepest {
            self.nodes[node as usize].most = 2 * entries.len().max(ENTRIES_PER_LEAF);
            self.nodes[node as usize].entries = entries;
            return;
        }
        let division = extent.division(speeds / narrow as f64);
        let early = if !division.in_time() || extent.middle > now { self.block() } else { NONE };
        let late = if division.in_time() { self.block() } else { NONE };
        (self.nodes[node as usize].halves, self.nodes[node as usize].division) = ([early, late], division);
        for entry in &entries {
            if !is_wide(*entry) {
                self.enter_parts(bodies, node, extent, *entry);
            }
        }
        let place = &self.nodes[node as usize];
        let blocks = place.halves.into_iter().filter(|half| *half != NONE);
        let parts = blocks.flat_map(|half| &self.nodes[half as usize..][..8]);
        let copies: usize = parts.map(|part| part.entries.len()).sum();
        if division.in_space() && copies > MOST_COPIES * narrow {
            // The tubes fill the cell: its parts would tell nothing.
            let place = &mut self.nodes[node as usize];
            let halves = std::mem::replace(&mut place.halves, [NONE; 2]);
            place.division = Division::Whole;
            place.most = 2 * entries.len();
            place.entries = entries;
            halves.into_iter().filter(|half| *half != NONE).for_each(|half| self.release(half));
            return;
        }
        entries.retain(|entry| is_wide(*entry));
        self.nodes[node as usize].entries = entries;
    }

    /// Visits the entries of a cell and of its parts.
    fn ask(&mut self, bodies: &mut EnteredBodies, node: u32, extent: &Extent, question: &mut Question) {
        let place = &self.nodes[node as usize];
        let (whole, count) = (place.division == Division::Whole, place.entries.len());
        if whole && count > place.most && place.credit > VISITS_BEFORE_DIVISION * count {
            self.divide(bodies, node, extent, question.now);
        }
        let place = &mut self.nodes[node as usize];
        let (mut index, mut visits) = (0, 0);
        self.met += place.entries.len() as u64;
        while let Some(&entry) = place.entries.get(index) {
            if bodies.current(entry).is_none() {
                place.entries.swap_remove(index);
                self.stale += 1;
                continue;
            }
            index += 1;
            if bodies.first_visit(entry.body) {
                question.span[1] = question.span[1].min((question.visit)(entry.body));
                visits += 1;
            }
        }
        place.credit += usize::saturating_sub(visits, ENTRIES_PER_LEAF);
        let division = place.division;
        if division.in_time() && extent.middle <= question.now && place.halves[0] != NONE {
            let passed = std::mem::replace(&mut place.halves[0], NONE);
            self.release(passed);
        }
        for late in 0..2 {
            let block = self.nodes[node as usize].halves[late];
            let [start, end] = extent.times(division, late);
            let start = start.max(question.span[0]);
            if block == NONE || start > end.min(question.span[1]) {
                continue;
            }
            let mut octants = extent.octants(division, question.course.bounds(start, end.min(question.span[1])));
            while octants != 0 {
                let octant = octants.trailing_zeros();
                octants &= octants - 1;
                if start <= question.span[1] {
                    self.ask(bodies, block + octant, &extent.part(division, late, octant as usize), question);
                }
            }
        }
    }
}

/// The space-time tree of all courses.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_world::sparse::{Course, Neighbours, SpaceTimeTree};
///
/// let mut tree = SpaceTimeTree::new();
/// let target = Course::still(0.0, dvec3(5.0, 0.0, 0.0), 0.5);
/// let bullet = Course::flying(0.0, DVec3::ZERO, [DVec3::X, DVec3::ZERO], 0.5);
/// tree.insert(0, &target, 0.0);
/// tree.insert(1, &bullet, 0.0);
/// let mut first = f64::INFINITY;
/// tree.candidates(1, &bullet, [0.0, f64::INFINITY], &mut |_other| {
///     first = bullet.meeting(&target, 0.0, first, 0.0).unwrap_or(first);
///     first
/// });
/// assert!(first <= 4.0 && first > 4.0 - 1e-6);
/// ```
#[derive(Clone, Debug)]
pub struct SpaceTimeTree {
    bodies: EnteredBodies,
    nodes: Nodes,
    extent: Extent,
    now: f64,
    /// Courses that may still be entered before the tree starts again.
    entries_left: usize,
    /// Number of bodies beyond which it does so as well.
    most_bodies: usize,
}

stored_name!(Division { Whole = 0, Space = 1, Time = 2, SpaceTime = 3 });
stored!(Node { entries, division, halves, most, credit });
stored!(Nodes { nodes, free, met, stale });
stored!(Extent { centre, half, times, middle, half_time, depth, level });
stored!(SpaceTimeTree { bodies, nodes, extent, now, entries_left, most_bodies });

impl Default for SpaceTimeTree {
    fn default() -> Self {
        Self::new()
    }
}

impl SpaceTimeTree {
    /// A tree without bodies.
    #[must_use]
    pub fn new() -> Self {
        let times = [f64::NEG_INFINITY, f64::INFINITY];
        let extent = Extent {
            centre: DVec3::ZERO,
            half: DVec3::ONE,
            times,
            middle: f64::INFINITY,
            half_time: 0.0,
            depth: 0,
            level: 0,
        };
        let (bodies, nodes) = (EnteredBodies::default(), Nodes { nodes: vec![LEAF], ..Nodes::default() });
        Self { bodies, nodes, extent, now: f64::NEG_INFINITY, entries_left: 0, most_bodies: 0 }
    }

    /// Fails unless this is a tree: every block of eight nodes has one parent or is free, and no entry names a
    /// stranger.
    pub(crate) fn check(&self, count: usize) -> Result<(), RestartError> {
        self.bodies.check(count)?;
        let nodes = &self.nodes.nodes;
        let broken = || content("the space-time tree is none");
        if nodes.len() % 8 != 1 || self.extent.depth != 0 || self.extent.level != 0 {
            return Err(broken());
        }
        let mut seen = vec![false; nodes.len() / 8];
        let mut see = |block: u32| {
            let place = (block as usize).checked_sub(1).filter(|first| first % 8 == 0).map(|first| first / 8);
            let place = place.and_then(|place| seen.get_mut(place)).ok_or_else(broken)?;
            if std::mem::replace(place, true) { Err(broken()) } else { Ok(()) }
        };
        let mut waiting = vec![(0, 0)];
        while let Some((node, depth)) = waiting.pop() {
            let Node { entries, division, halves, .. } = &nodes[node];
            if depth > MOST_DIVISIONS + MOST_TAILS || !entries.iter().all(|entry| self.bodies.knows(*entry)) {
                return Err(broken());
            }
            for half in halves.iter().filter(|half| **half != NONE) {
                see(*half)?;
                let parts = if division.in_space() { 8 } else { 1 };
                waiting.extend((0..parts).map(|part| (*half as usize + part, depth + 1)));
            }
        }
        for block in &self.nodes.free {
            see(*block)?;
            let is_empty = |node: &Node| node.entries.is_empty() && node.halves == [NONE; 2];
            if !nodes[*block as usize..][..8].iter().all(is_empty) {
                return Err(broken());
            }
        }
        Ok(())
    }

    /// Seconds. The time of the first part of a question, of which each is twice as long as the one before. Among
    /// bodies that hardly move, cells are not divided in time, so that the box of a long straight way would hold most
    /// of them.
    fn first_stretch(&self, course: &Course, start: f64) -> f64 {
        let Extent { half, half_time, .. } = self.extent;
        let (size, speed) = (half.max_element(), course.velocity_at(start).length());
        let mean = TREE_TIME * size / half_time;
        let stretch = FIRST_STRETCH * size / speed;
        if speed > FAST_BODY * mean && stretch > 0.0 { stretch } else { f64::INFINITY }
    }

    /// Starts again with one cell that fits the bodies.
    fn start_again(&mut self) {
        let (met, stale) = (self.nodes.met, self.nodes.stale);
        let entries: Vec<Entry> = self.bodies.iter().map(|(entry, _)| entry).collect();
        self.nodes = Nodes { nodes: vec![Node { entries, ..LEAF }], free: Vec::new(), met, stale };
        self.entries_left = TREE_CHURN * (self.bodies.len() + ENTRIES_PER_LEAF);
        self.most_bodies = 2 * self.bodies.len() + ENTRIES_PER_LEAF;
        let now = if self.now.is_finite() {
            self.now
        } else {
            self.bodies.iter().map(|(_, entered)| entered.from).fold(f64::INFINITY, f64::min)
        };
        let (mut lower, mut upper) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (mut speeds, mut sizes) = (0.0, 0.0);
        for (_, Entered { course, from, .. }) in self.bodies.iter() {
            let time = now.max(*from);
            let centre = course.centre_at(time);
            (lower, upper) = (lower.min(centre), upper.max(centre));
            speeds += course.velocity_at(time).length() + course.envelope[1];
            sizes += course.radius;
        }
        let count = self.bodies.len().max(1) as f64;
        let size = if sizes > 0.0 && sizes.is_finite() { sizes / count } else { 1.0 };
        let half = (0.5 * (upper - lower)).max(DVec3::splat(size)).min(DVec3::splat(f64::MAX / 8.0));
        let half_time = TREE_TIME * half.max_element() / (speeds / count);
        let half_time = if half_time > 0.0 && half_time.is_finite() { half_time } else { AT_REST };
        let centre = if self.bodies.len() > 0 { 0.5 * lower + 0.5 * upper } else { DVec3::ZERO };
        let times = [f64::NEG_INFINITY, f64::INFINITY];
        self.extent = Extent { centre, half, times, middle: now + half_time, half_time, depth: 0, level: 0 };
    }
}

impl Neighbours for SpaceTimeTree {
    fn insert(&mut self, body: u32, course: &Course, from: f64) {
        let entry = self.bodies.set(body, course, from);
        // A tree of bodies at rest has a time without end, which would be halved for ever.
        let moves = course.velocity != DVec3::ZERO || course.acceleration != DVec3::ZERO || course.envelope[1] > 0.0;
        let begins_to_move = moves && self.extent.half_time >= AT_REST;
        if self.entries_left == 0 || self.bodies.len() > self.most_bodies || begins_to_move {
            self.start_again();
            return;
        }
        self.entries_left -= 1;
        self.nodes.enter(&self.bodies, 0, &self.extent, entry);
    }

    fn remove(&mut self, body: u32) {
        self.bodies.remove(body);
    }

    fn candidates(&mut self, body: u32, course: &Course, span: [f64; 2], visit: &mut dyn FnMut(u32) -> f64) {
        self.bodies.begin_question(body);
        let [mut start, mut last] = [span[0].max(course.since), span[1].min(course.until)];
        let mut length = self.first_stretch(course, start);
        while start <= last {
            let end = last.min(start + length);
            let mut reached = last;
            let mut note = |other: u32| {
                reached = reached.min(visit(other));
                reached
            };
            let mut question = Question { course, span: [start, end], now: self.now, visit: &mut note };
            self.nodes.ask(&mut self.bodies, 0, &self.extent, &mut question);
            last = last.min(reached);
            if end >= last {
                break;
            }
            (start, length) = (end, 2.0 * length);
        }
    }

    fn advance(&mut self, now: f64) {
        self.now = self.now.max(now);
        if self.now >= self.extent.middle {
            self.start_again();
        }
    }

    fn crowding(&self) -> Crowding {
        let bodies = self.bodies.len();
        let share = self.nodes.stale as f64 / (self.nodes.met.max(1)) as f64;
        let even = (bodies.max(1) as f64 / ENTRIES_PER_LEAF as f64).max(1.0).log2() / 3.0;
        let (expected_levels, stale_share) = (even.ceil() as usize, share.min(1.0));
        let mut crowding = Crowding { bodies, expected_levels, stale_share, ..Crowding::default() };
        let (mut cells, mut densest) = (vec![(0, self.extent)], (0, 0));
        while let Some((node, extent)) = cells.pop() {
            let Node { entries, halves, division, .. } = &self.nodes.nodes[node as usize];
            let present = entries.iter().filter(|entry| self.bodies.current(**entry).is_some()).count();
            crowding.cells += 1;
            crowding.entries += entries.len();
            // Cells of the future hold many bodies that will come at different times.
            let is_present = extent.times[0] <= self.now.max(self.extent.middle - self.extent.half_time);
            let fine = if is_present && extent.level >= expected_levels { present } else { 0 };
            if (extent.level, fine) >= densest {
                (densest, crowding.densest) = ((extent.level, fine), extent.centre);
            }
            crowding.fullest_cell = crowding.fullest_cell.max(fine);
            for (late, half) in halves.iter().enumerate().filter(|(_, half)| **half != NONE) {
                cells.extend(
                    (0..if division.in_space() { 8 } else { 1 })
                        .map(|octant| (half + octant, extent.part(*division, late, octant as usize))),
                );
            }
        }
        crowding.deepest_level = densest.0;
        crowding
    }
}
