//! The clearance of a trajectory: of the links among themselves, of the links and the world, and of each pair.
//!
//! Two neighbouring links are often the nearest pair at all times, and hide how close the robot comes to the world. So
//! both are measured apart.

use super::{Verified, Verifier, VerifyError, VerifyOptions, pairs};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
use tangency_detect::{LinkPair, Links, Query, Verdict};
use tangency_formats::{ClearanceReport, PairReport, PairVerdict};
use tangency_geometry::Trajectory;

/// The pairs of links, and those of links and obstacles, each prepared by itself.
#[derive(Debug)]
pub(super) struct ApartLinks {
    of_itself: Links,
    with_world: Links,
}

impl ApartLinks {
    /// The pairs with the world.
    pub(super) fn with_world(&self) -> &Links {
        &self.with_world
    }
}

impl Verifier {
    /// The pairs of links and those with the world, if there are both.
    pub(super) fn apart(&self) -> Option<&ApartLinks> {
        let own = |pair: &LinkPair| matches!(pair, LinkPair::Parts(_));
        let (of_itself, with_world): (Vec<LinkPair>, Vec<LinkPair>) = self.pairs.iter().copied().partition(own);
        if of_itself.is_empty() || with_world.is_empty() {
            return None;
        }
        Some(
            self.apart
                .get_or_init(|| ApartLinks { of_itself: self.only(of_itself), with_world: self.only(with_world) }),
        )
    }

    /// The same bodies with some of the pairs.
    fn only(&self, pairs: Vec<LinkPair>) -> Links {
        self.links.among(self.obstacles.clone(), pairs)
    }

    /// [`Verifier::verify`], and for a clear trajectory also the smallest distance, [`Report::clearance`]: of all
    /// pairs, and of the links among themselves and with the world apart. Each search has the budget of the options
    /// once more. If it runs out, the clearance is the bound proved so far, and its `note` says so.
    ///
    /// [`Report::clearance`]: tangency_formats::Report::clearance
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tangency::formats::robot::{RobotWorld, trajectory};
    /// use tangency::{Verifier, VerifyOptions, robots};
    ///
    /// let arm = robots::six_axis_arm();
    /// let bend = "time, waist, shoulder, elbow, forearm, wrist, hand\n0, 0, 0, 0, 0, 0, 0\n1, 0, 0, 0.5, 0, 0, 0\n";
    /// let bend = trajectory::parse(bend, "bend.csv", &arm.mechanism, &Default::default())?;
    /// let verifier = Verifier::new(arm, RobotWorld::default());
    /// let verified = verifier.verify_with_clearance(&Arc::new(bend), &VerifyOptions::default())?;
    /// let clearance = verified.report.clearance.expect("it is clear");
    /// let (at_least, nearest) = clearance.at_least.zip(clearance.nearest).expect("something is near");
    /// assert!(at_least <= nearest.within && nearest.within <= 1.02 * at_least);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify_with_clearance(
        &self,
        trajectory: &Arc<Trajectory>,
        options: &VerifyOptions,
    ) -> Result<Verified, VerifyError> {
        let mut verified = self.verify(trajectory, options)?;
        self.add_clearance(&mut verified, trajectory, options)?;
        Ok(verified)
    }

    /// Adds the clearance to the verdict of the same trajectory and options, if it is clear.
    pub fn add_clearance(
        &self,
        verified: &mut Verified,
        trajectory: &Arc<Trajectory>,
        options: &VerifyOptions,
    ) -> Result<(), VerifyError> {
        let clock = Instant::now();
        let report = &mut verified.report;
        let Verdict::Clear { .. } = report.verdict else { return Ok(()) };
        let (query, evidence) = (Query { progress: None, ..options.query() }, report.evidence);
        let measured = |links: &Links| {
            let found = links.clearance(trajectory, &query).map_err(|error| self.error(error))?;
            Ok(self.clearance_report(&found, options.clearance, evidence))
        };
        match self.apart() {
            Some(ApartLinks { of_itself, with_world }) => {
                let [own, world] = [measured(of_itself)?, measured(with_world)?];
                report.clearance = Some(smaller(&own, &world).clone());
                (report.self_clearance, report.world_clearance) = (Some(own), Some(world));
            }
            None => report.clearance = Some(measured(&self.links)?),
        }
        report.stats.seconds += clock.elapsed().as_secs_f64();
        Ok(())
    }

    /// Adds the answer about every pair of links, and of links and obstacles: first contact or smallest distance.
    pub fn add_pairs(
        &self,
        verified: &mut Verified,
        trajectory: &Arc<Trajectory>,
        options: &VerifyOptions,
    ) -> Result<(), VerifyError> {
        let clock = Instant::now();
        let mut groups: BTreeMap<[&str; 2], Vec<LinkPair>> = BTreeMap::new();
        for &pair in &self.pairs {
            groups.entry(pairs::names(&self.robot, &self.world, pair)).or_default().push(pair);
        }
        let groups: Vec<([&str; 2], Vec<LinkPair>)> = groups.into_iter().collect();
        let query = Query { progress: None, ..options.query() };
        let row = |(names, pairs): &([&str; 2], Vec<LinkPair>)| {
            let links = self.only(pairs.clone());
            let answer = links.first_contact(trajectory, &query).map_err(|error| self.error(error))?;
            let told = self.report(&answer, 0.0);
            let mut row = PairReport::new(*names, &told.verdict, told.evidence);
            if row.verdict == PairVerdict::Clear {
                let found = links.clearance(trajectory, &query).map_err(|error| self.error(error))?;
                row.clearance = Some(self.clearance_report(&found, options.clearance, answer.evidence));
            }
            Ok(row)
        };
        let mut rows = groups.par_iter().map(row).collect::<Result<Vec<_>, _>>()?;
        PairReport::sort(&mut rows);
        verified.report.pairs = Some(rows);
        verified.report.stats.seconds += clock.elapsed().as_secs_f64();
        Ok(())
    }
}

/// The smaller of two clearances: the one that is not known, or that with the smaller bound.
fn smaller<'report>(one: &'report ClearanceReport, other: &'report ClearanceReport) -> &'report ClearanceReport {
    let bound = |clearance: &ClearanceReport| clearance.at_least.unwrap_or(0.0);
    if bound(other) < bound(one) { other } else { one }
}
