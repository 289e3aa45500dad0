export { listenToKeys } from './keys.ts';
export { type Screen, watchScreen } from './screen.ts';
export { Watch } from './watch.ts';
