import { emitKeypressEvents, type Key } from 'node:readline';
import type { ReadStream } from 'node:tty';

/**
 * Calls back on single keys, without Return; Ctrl-C is the key `ctrl-c`, since no signal comes of it then.
 *
 * @returns puts the terminal back as it was
 */
export function listenToKeys(stream: ReadStream, handlers: Readonly<Record<string, () => void>>): () => void {
  const wasRaw = stream.isRaw;
  const onKey = (_text: string | undefined, { name, ctrl }: Key) =>
    handlers[`${ctrl ? 'ctrl-' : ''}${name}`]?.();
  emitKeypressEvents(stream);
  stream.setRawMode(true);
  stream.on('keypress', onKey).resume();
  return () => {
    stream.off('keypress', onKey).pause();
    stream.setRawMode(wasRaw);
  };
}
