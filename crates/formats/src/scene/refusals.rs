//! One test for every way in which a scene is refused: the line, the column, and the message.
