import crd from './1-crd.ts';
import generation from './2-generation.ts';
import reconcile from './3-reconcile.ts';
import service from './4-service.ts';
import drift from './5-drift.ts';
import cleanup from './6-cleanup.ts';
import catchup from './7-catchup.ts';
import report from './8-report.ts';

/** The eight checks in the order of the lab. */
export const checks = [crd, generation, reconcile, service, drift, cleanup, catchup, report] as const;

/** Every finding that a check can make; reports/messages has a text for each. */
export type FindingId = (typeof checks)[number]['findings'][number];
