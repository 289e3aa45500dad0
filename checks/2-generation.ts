import { isMissing, JSON_FINDINGS, readArtifact } from '../src/artifact.ts';
import { defineCheck, verdict } from '../src/check.ts';
import { ALPHA, STATUS_VIA_MAIN } from '../src/lab.ts';
import { alphaField, alphaOf } from './live.ts';

const at = (key: string) => ({ file: 'generation.json', pointer: `/${key}` });
/** A generation counts spec changes of one lab; a resourceVersion counts all writes of a cluster. */
const LIKE_RESOURCE_VERSION = 100;

/** Step 2: what raises generation. */
export default defineCheck({
  step: 2,
  id: 'generation',
  findings: [
    ...JSON_FINDINGS,
    'generation-uid',
    'generation-after-label',
    'generation-after-spec',
    'generation-live',
    'status-via-main',
    'alpha-label',
    'alpha-pods-step-2',
  ],
  rules: (rule) => [
    rule(['files'], ({ files }) => {
      const { fields, findings } = readArtifact(files, 'generation');
      const { gen_initial, gen_after_label, gen_after_spec, status_via_main } = fields;
      const params = { resourceVersion: (gen_initial ?? 0) > LIKE_RESOURCE_VERSION };
      const observed = status_via_main?.observedGeneration;
      // An object is right when the step was repeated after the controller had written status.
      const byController =
        status_via_main != null && 'namespace' in status_via_main && observed !== STATUS_VIA_MAIN;
      return [
        ...findings,
        gen_initial !== undefined &&
          gen_after_label !== undefined &&
          verdict(gen_after_label === gen_initial, 'generation-after-label', at('gen_after_label'), {
            actual: { gen_initial, gen_after_label },
            params,
          }),
        gen_initial !== undefined &&
          gen_after_spec !== undefined &&
          verdict(gen_after_spec === gen_initial + 1, 'generation-after-spec', at('gen_after_spec'), {
            actual: { gen_initial, gen_after_spec },
            params: { ...params, statusCounted: gen_after_spec === gen_initial + 2 },
          }),
        status_via_main !== undefined &&
          verdict(status_via_main === null || byController, 'status-via-main', at('status_via_main'), {
            actual: status_via_main,
            params: { stored: observed === STATUS_VIA_MAIN },
          }),
      ];
    }),
    rule(['files', 'teamSpaces'], ({ files, teamSpaces }) => {
      const { uid, gen_after_spec } = readArtifact(files, 'generation').fields;
      const alpha = alphaOf(teamSpaces);
      const generation = alpha.metadata.generation ?? 0;
      const label = alpha.metadata.labels?.[ALPHA.label.key] ?? null;
      const pods = alpha.spec?.pods ?? null;
      return [
        uid !== undefined &&
          verdict(uid === alpha.metadata.uid, 'generation-uid', at('uid'), {
            expected: alpha.metadata.uid,
            actual: uid,
          }),
        gen_after_spec !== undefined &&
          verdict(generation >= gen_after_spec, 'generation-live', at('gen_after_spec'), {
            actual: { gen_after_spec, live: generation },
          }),
        verdict(
          label === ALPHA.label.value,
          'alpha-label',
          alphaField(`metadata.labels.${ALPHA.label.key}`),
          {
            expected: ALPHA.label.value,
            actual: label,
          },
        ),
        isMissing(files['catchup.json']) &&
          verdict(pods === ALPHA.podsStep2, 'alpha-pods-step-2', alphaField('spec.pods'), {
            expected: ALPHA.podsStep2,
            actual: pods,
          }),
      ];
    }),
  ],
});
