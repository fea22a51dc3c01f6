// Questions about pairs of convex bodies to coal.
//
// usage: pairs time QUESTION COUNT FILE | pairs answer QUESTION FILE
//
// QUESTION is distance, track (the distance from the result of the last pair), overlap, depth or contact. FILE has
// "bodies N", one body a line (the radius it is grown by, the kind, its lengths; for a hull the numbers of points and
// triangles, the points and the triangles), then one pair a line: two indices, two poses (quaternion x y z w, place), and
// for the question "contact" two velocities and two angular velocities.
//
// "time" prints, for every COUNT pairs, the nanoseconds a pair in the fastest of many rounds. "answer" prints one line a
// pair: the signed distance, whether the bodies collide, the depth; or the time of the first contact or "none".
//
// coal has no continuous collision. "contact" is conservative advancement: time advances by the distance divided by a
// bound on the approach speed, each distance starts from the result of the last, and a distance of at most 1e-6 is a
// contact. The cone of coal is centred; the one in FILE stands on the origin.

#include <coal/collision.h>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using coal::Transform3s;
using coal::Vec3s;

struct Body {
  std::unique_ptr<coal::ShapeBase> shape;
  double lift = 0.0;   // The height of the shape's origin above that of the file.
  double reach = 0.0;  // The largest distance of a point from the file's origin.
};

struct Moving {
  Eigen::Quaterniond turn;
  Vec3s place, velocity = Vec3s::Zero(), spin = Vec3s::Zero();
  Transform3s start;

  Transform3s at(double time, double lift) const {
    const double rate = spin.norm();
    Eigen::Quaterniond turned = turn;
    if (rate > 0.0) turned = Eigen::Quaterniond(Eigen::AngleAxisd(rate * time, spin / rate)) * turn;
    const Eigen::Matrix3d matrix = turned.toRotationMatrix();
    return Transform3s(matrix, place + time * velocity + lift * matrix.col(2));
  }
};

struct Pair {
  size_t body[2];
  Moving moving[2];
};

static Body read_body(std::istream& in) {
  Body body;
  double swept;
  std::string kind;
  in >> swept >> kind;
  const auto number = [&in] { double value; in >> value; return value; };
  if (kind == "sphere") {
    const double r = number();
    body.shape = std::make_unique<coal::Sphere>(r);
    body.reach = r;
  } else if (kind == "capsule") {
    const double r = number(), l = number();
    body.shape = std::make_unique<coal::Capsule>(r, l);
    body.reach = r + 0.5 * l;
  } else if (kind == "box") {
    const double x = number(), y = number(), z = number();
    body.shape = std::make_unique<coal::Box>(x, y, z);
    body.reach = 0.5 * std::sqrt(x * x + y * y + z * z);
  } else if (kind == "cylinder") {
    const double r = number(), h = number();
    body.shape = std::make_unique<coal::Cylinder>(r, h);
    body.reach = std::hypot(r, 0.5 * h);
  } else if (kind == "cone") {
    const double r = number(), h = number();
    body.shape = std::make_unique<coal::Cone>(r, h);
    body.lift = 0.5 * h;
    body.reach = std::max(r, h);
  } else if (kind == "ellipsoid") {
    const double x = number(), y = number(), z = number();
    body.shape = std::make_unique<coal::Ellipsoid>(x, y, z);
    body.reach = std::max(x, std::max(y, z));
  } else {
    const auto points = static_cast<unsigned>(number()), triangles = static_cast<unsigned>(number());
    auto places = std::make_shared<std::vector<Vec3s>>();
    for (unsigned i = 0; i < points; ++i) {
      const double x = number(), y = number(), z = number();
      places->push_back(Vec3s(x, y, z));
      body.reach = std::max(body.reach, places->back().norm());
    }
    auto corners = std::make_shared<std::vector<coal::Triangle>>();
    for (unsigned i = 0; i < triangles; ++i) {
      const auto a = size_t(number()), b = size_t(number()), c = size_t(number());
      corners->push_back(coal::Triangle(a, b, c));
    }
    body.shape = std::make_unique<coal::Convex<coal::Triangle>>(places, points, corners, triangles);
  }
  if (swept > 0.0) body.shape->setSweptSphereRadius(swept);
  body.reach += swept;
  body.shape->computeLocalAABB();
  return body;
}

static std::vector<Pair> read(const char* file, std::vector<Body>& bodies, bool moving) {
  std::ifstream in(file);
  std::string word;
  size_t count = 0;
  in >> word >> count;
  for (size_t i = 0; i < count; ++i) bodies.push_back(read_body(in));
  std::vector<Pair> pairs;
  Pair pair;
  while (in >> pair.body[0] >> pair.body[1]) {
    for (Moving& side : pair.moving) {
      double x, y, z, w;
      in >> x >> y >> z >> w >> side.place[0] >> side.place[1] >> side.place[2];
      side.turn = Eigen::Quaterniond(w, x, y, z).normalized();
    }
    if (moving) {
      for (Moving& side : pair.moving) in >> side.velocity[0] >> side.velocity[1] >> side.velocity[2];
      for (Moving& side : pair.moving) in >> side.spin[0] >> side.spin[1] >> side.spin[2];
    }
    for (int i = 0; i < 2; ++i) pair.moving[i].start = pair.moving[i].at(0.0, bodies[pair.body[i]].lift);
    pairs.push_back(pair);
  }
  return pairs;
}

static double distance(const Body& a, const Body& b, const Pair& pair) {
  coal::DistanceRequest request;
  coal::DistanceResult result;
  return coal::distance(a.shape.get(), pair.moving[0].start, b.shape.get(), pair.moving[1].start, request, result);
}

// The distance, from the result of the last pair.
static double track(const Body& a, const Body& b, const Pair& pair) {
  static coal::DistanceRequest request = [] {
    coal::DistanceRequest cached;
    cached.gjk_initial_guess = coal::GJKInitialGuess::CachedGuess;
    return cached;
  }();
  coal::DistanceResult result;
  const double gap =
      coal::distance(a.shape.get(), pair.moving[0].start, b.shape.get(), pair.moving[1].start, request, result);
  request.updateGuess(result);
  return gap;
}

static bool overlap(const Body& a, const Body& b, const Pair& pair, bool contact, double& depth) {
  coal::CollisionRequest request(contact ? coal::CONTACT : coal::NO_REQUEST, 1);
  coal::CollisionResult result;
  coal::collide(a.shape.get(), pair.moving[0].start, b.shape.get(), pair.moving[1].start, request, result);
  if (contact && result.isCollision()) depth = result.getContact(0).penetration_depth;
  return result.isCollision();
}

// The time of the first contact during the first second; infinite if there is none.
static double contact(const Body& a, const Body& b, const Pair& pair) {
  const double near = 1e-6;
  const Moving &of_a = pair.moving[0], &of_b = pair.moving[1];
  const double turning = of_a.spin.norm() * a.reach + of_b.spin.norm() * b.reach;
  coal::DistanceRequest request;
  request.gjk_initial_guess = coal::GJKInitialGuess::CachedGuess;
  for (double time = 0.0; time <= 1.0;) {
    coal::DistanceResult result;
    const Transform3s pose_a = of_a.at(time, a.lift), pose_b = of_b.at(time, b.lift);
    const double gap = coal::distance(a.shape.get(), pose_a, b.shape.get(), pose_b, request, result);
    if (gap <= near) return time;
    request.updateGuess(result);
    const Vec3s way = (result.nearest_points[1] - result.nearest_points[0]).normalized();
    const double speed = (of_a.velocity - of_b.velocity).dot(way) + turning;
    if (speed <= 0.0) break;  // They never approach along this direction.
    time += std::max(gap - 0.5 * near, 0.0) / speed;
  }
  return std::numeric_limits<double>::infinity();
}

static volatile double sink;

int main(int count, char** words) {
  if (count < 4) return 2;
  const bool timed = std::strcmp(words[1], "time") == 0;
  const std::string question = words[2];
  std::vector<Body> bodies;
  const std::vector<Pair> pairs = read(words[timed ? 4 : 3], bodies, question == "contact");
  const auto ask = [&](const Pair& pair) {
    const Body &a = bodies[pair.body[0]], &b = bodies[pair.body[1]];
    double depth = 0.0;
    if (question == "overlap") return overlap(a, b, pair, false, depth) ? 1.0 : 0.0;
    if (question == "contact") return contact(a, b, pair);
    if (question == "track") return track(a, b, pair);
    return distance(a, b, pair);
  };
  if (timed) {
    const size_t block = std::stoul(words[3]);
    for (size_t first = 0; first + block <= pairs.size(); first += block) {
      double least = std::numeric_limits<double>::infinity();
      for (int round = 0; round < (question == "contact" ? 10 : 60); ++round) {
        const auto start = std::chrono::steady_clock::now();
        for (size_t i = first; i < first + block; ++i) sink = ask(pairs[i]);
        const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
        least = std::min(least, spent.count());
      }
      std::printf("%.3f\n", least / double(block));
    }
    return 0;
  }
  for (const Pair& pair : pairs) {
    const Body &a = bodies[pair.body[0]], &b = bodies[pair.body[1]];
    if (question == "contact") {
      const double time = contact(a, b, pair);
      if (std::isinf(time)) std::printf("none\n"); else std::printf("%.17g\n", time);
      continue;
    }
    double depth = 0.0;
    const double gap = distance(a, b, pair);
    const bool collides = overlap(a, b, pair, true, depth);
    std::printf("%.17g %d %.17g\n", gap, collides ? 1 : 0, depth);
  }
  return 0;
}
