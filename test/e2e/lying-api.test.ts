import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { exitCodeOf } from '../../src/exit-code.ts';
import { grade } from '../../src/grade.ts';
import type { Machine } from '../../src/machine/machine.ts';
import { sandboxDown } from '../../src/sandbox/index.ts';
import { labMachine, sh } from './support/lab.ts';
import { type Fault, type LyingApi, lyingApi } from './support/lying-api.ts';

// A real lab, honestly walked, behind a TLS server that tells the truth until it is given a fault: needs root.
const NAME = `e2e-lying-${process.pid}`;
let machine: Machine;
let api: LyingApi;

beforeAll(async () => {
  machine = await labMachine(NAME, { walked: true });
  api = await lyingApi(machine);
});
afterAll(async () => {
  await api?.close();
  await sandboxDown(NAME);
});
afterEach(() => {
  api.fault = undefined;
});

/** Long enough for the honest controller, short enough to fail by it. */
const DEADLINES = { reaction: 20_000, namespaceGone: 20_000, scriptRun: 20_000, silenceLimit: 20_000 };

async function gradeThrough(fault: Fault | undefined): Promise<{ report: GradeReport; tookMs: number }> {
  const started = performance.now();
  api.fault = fault;
  api.requests.length = 0;
  const { report } = await grade({
    machine,
    foreign: true,
    kubeconfig: api.kubeconfig,
    deadlines: DEADLINES,
    graderVersion: '0.0.0',
    // Every other holder is one of the grades before, which are over.
    lock: { holder: `lying-api-${api.requests.length}-${started}`, isGone: () => true },
  });
  return { report, tookMs: performance.now() - started };
}

const statuses = (report: GradeReport) => report.steps.map(({ status }) => status);
/** What is held against the learner. */
const blamed = (report: GradeReport) =>
  report.steps.flatMap(({ step, status, findings }) =>
    status === 'failed' || status === 'skipped'
      ? [{ step, status, findings: findings.filter(({ outcome }) => outcome === 'failed') }]
      : [],
  );
const reasonsOf = (report: GradeReport) => new Set(report.steps.map(({ cause }) => cause?.reason));

const isWatch = (url: string | undefined): boolean => url?.includes('watch=true') === true;
const isProbeMade = (): boolean =>
  api.requests.some((line) => line.startsWith('POST') && line.endsWith('/teamspaces'));
const json = (code: number, body: unknown, headers = {}): Fault => {
  return (_, response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
};
/** A fault of the watches alone, or of everything once the first probe has been made. */
const ofWatches =
  (fault: Fault): Fault =>
  (request, response, forward) =>
    isWatch(request.url) ? fault(request, response, forward) : forward();
const afterProbes =
  (fault: Fault): Fault =>
  (request, response, forward) =>
    isProbeMade() && request.method !== 'POST' ? fault(request, response, forward) : forward();
const silence: Fault = () => undefined;
const cutOff: Fault = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"kind":"List","items":[');
  setImmediate(() => response.destroy());
};
function flood(start: string, chunk: string): Fault {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(start);
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', pour);
    };
    pour();
  };
}
const drip: Fault = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 500);
  response.on('close', () => clearInterval(timer));
};
const item = (name: string) =>
  JSON.stringify({ metadata: { name, uid: name, resourceVersion: '1' }, spec: { text: 'x'.repeat(1000) } });
const event = (name: string) => `${JSON.stringify({ type: 'ADDED', object: JSON.parse(item(name)) })}\n`;

describe('the lab behind the truth', () => {
  test('gets 8 of 8', async () => {
    const { report } = await gradeThrough(undefined);
    expect(blamed(report)).toEqual([]);
    expect(statuses(report)).toEqual(Array(8).fill('passed'));
  });

  test('gets 8 of 8 also when every watch is cut off ten times a second, or answers 410 Gone', async () => {
    let watches = 0;
    const { report } = await gradeThrough(
      ofWatches((request, response, forward) => {
        if (++watches % 2 === 0) {
          const status = {
            kind: 'Status',
            code: 410,
            reason: 'Expired',
            message: 'too old resource version',
          };
          return json(200, { type: 'ERROR', object: status })(request, response, forward);
        }
        forward();
        setTimeout(() => response.destroy(), 100);
      }),
    );
    expect(statuses(report)).toEqual(Array(8).fill('passed'));
  });
});

describe('watches that are of no use are made up for by lists', () => {
  test('when all that they bring is garbage, it is 8 of 8 still', async () => {
    const { report } = await gradeThrough(ofWatches((_, r) => void r.writeHead(200).end('hello\n')));
    expect(statuses(report)).toEqual(Array(8).fill('passed'));
  });

  test('when none is ever answered, nothing is held against the learner', async () => {
    const { report, tookMs } = await gradeThrough(ofWatches(silence));
    expect(blamed(report)).toEqual([]);
    expect(tookMs).toBeLessThan(120_000);
  });
});

describe('an API server that lies or stalls is never the learner’s failure', () => {
  const shapeless = { kind: 'List', metadata: { resourceVersion: '1' }, items: [null, {}, { metadata: 5 }] };
  test.each<[string, Fault, number, string]>([
    ['answers with a web page', (_, r) => void r.writeHead(200).end('<html>hello</html>'), 10, 'api-error'],
    ['answers null', json(200, null), 10, 'api-error'],
    ['answers with objects that are none', json(200, shapeless), 10, 'api-error'],
    ['answers 500', json(500, { kind: 'Status', message: 'etcd is gone' }), 10, 'api-error'],
    ['answers 401', json(401, { kind: 'Status', message: 'Unauthorized' }), 10, 'api-unauthorized'],
    ['answers 429 for ever', json(429, {}, { 'retry-after': '1' }), 25, 'api-error'],
    ['answers 429 and wants an hour', json(429, {}, { 'retry-after': '3600' }), 25, 'api-error'],
    ['never answers', silence, 25, 'api-unreachable'],
    ['answers a byte at a time', drip, 25, 'api-unreachable'],
    ['closes each answer in the middle', cutOff, 10, 'api-unreachable'],
    ['answers 410 Gone', json(410, { kind: 'Status', message: 'Gone' }), 10, 'api-error'],
    [
      'sends a list without an end',
      flood('{"kind":"List","items":[', `${item('x')},`.repeat(100)),
      20,
      'api-error',
    ],
    [
      'opens watches and never tells anything',
      ofWatches((_, r) => void r.writeHead(200).flushHeaders()),
      90,
      'api-unreachable',
    ],
    ['sends a watch without an end', ofWatches(flood('', event('x').repeat(100))), 60, 'api-error'],
    ['sends a watch line without an end', ofWatches(flood('{"type":"', 'x'.repeat(65_536))), 60, 'api-error'],
    [
      'loses its memory in the middle',
      afterProbes(json(401, { message: 'Unauthorized' })),
      60,
      'api-unauthorized',
    ],
    ['stalls in the middle', afterProbes(silence), 120, 'api-unreachable'],
    ['breaks down in the middle', afterProbes((_, r) => void r.destroy()), 60, 'api-unreachable'],
  ])('%s', async (_what, fault, seconds, reason) => {
    const { report, tookMs } = await gradeThrough(fault);
    expect(blamed(report)).toEqual([]);
    expect(statuses(report)).toContain('error');
    expect(reasonsOf(report)).toContain(reason);
    expect(reasonsOf(report)).not.toContain('grader-bug');
    expect(exitCodeOf(report)).toBe(3);
    expect(tookMs).toBeLessThan(seconds * 1000);
  });

  test('sends us to another host, which gets no request', async () => {
    let visits = 0;
    const other = createServer((_, response) => {
      visits++;
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = other.address() as AddressInfo;
      const { report } = await gradeThrough((request, response) => {
        response.writeHead(307, { location: `http://127.0.0.1:${port}${request.url}` }).end();
      });
      expect(new Set(statuses(report))).toEqual(new Set(['error']));
      expect(visits).toBe(0);
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });
});

test('what a grade could not remove for want of an API server, the next one removes and reports', async () => {
  const { report: lost } = await gradeThrough(afterProbes((_, response) => void response.destroy()));
  expect(lost.cleanUp.leftOver.length).toBeGreaterThan(0);
  const { report } = await gradeThrough(undefined);
  expect(report.cleanUp.reaped.length).toBeGreaterThan(0);
  expect(statuses(report)).toEqual(Array(8).fill('passed'));
  const left = await sh(
    machine,
    'kubectl get teamspaces,namespaces,leases -A -o name; ls /root/cnpa-op/archive',
  );
  expect(left).not.toMatch(/probe-|cnpa-op-grader/);
});
