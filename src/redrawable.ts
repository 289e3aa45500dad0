import type { WriteStream } from 'node:tty';

/** Whether lines on a stream can be drawn again: a terminal that has told its size. */
export const isRedrawable = (stream: WriteStream): boolean =>
  stream.isTTY === true && stream.columns > 0 && stream.rows > 0;
