// Sample submissions: each a difference from the honest one, with the verdict that the rulebook gives it.
//
//   sample.ts ──▶ run.ts ──▶ compare.ts, matrix.ts ──▶ render.ts     found, graded, compared, told
//                   └─ lab-machine.ts → walked.sh                    sandboxes; one walk for many samples
export { renderSamples } from './render.ts';
export { type RunSamplesOptions, runSamples, type SampleRun, type SamplesResult } from './run.ts';
