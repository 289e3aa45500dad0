import type { GradeReport, ReportedFinding } from '../../schemas/types/grade-report.schema.d.ts';
import { finding, paramsOf } from './report.ts';
import { judged } from './verdict.ts';

/** Texts that some reader of some format would obey instead of show, each with the name of what it tries. */
export const PAYLOADS: readonly (readonly [name: string, payload: string])[] = [
  ['terminal colour', '\u001b[31mred\u001b[0m'],
  ['terminal title', '\u001b]0;owned\u0007'],
  ['terminal by C1', '\u009b2J\u009d0;owned\u009c'],
  ['null', 'a\u0000b'],
  ['delete', 'a\u007fb'],
  ['bidi override', '\u202egnp.exe'],
  ['bidi isolate', '\u2066x\u2069\u200f'],
  ['zero width', 'a\u200b\u200db\ufeff'],
  ['soft hyphen', 'a\u00adb'],
  ['tag characters', '\u{e0041}\u{e007f}'],
  ['private use', '\ue000\u{f0000}'],
  ['lone high surrogate', 'a\ud800b'],
  ['lone low surrogate', 'a\udc00b'],
  ['a surrogate pair where texts are cut', `${'x'.repeat(299)}\u{1f600}`],
  ['noncharacters', 'a\ufffe\uffff\u{1fffe}b'],
  ['replacement character', '\ufffd'],
  ['line feed', 'a\nnot ok 9 - b'],
  ['carriage return', 'a\r::error::b'],
  ['carriage return and line feed', 'a\r\n::error::b'],
  ['vertical tab and form feed', 'a\u000b\u000cb'],
  ['next line', 'a\u0085::error::b'],
  ['line separator', 'a\u2028::error::b'],
  ['paragraph separator', 'a\u2029::error::b'],
  ['tab', '\ta\tb'],
  ['script', '<script>alert(1)</script>'],
  ['image with a handler', '"><img src=x onerror=alert(1)>'],
  ['comment', '<!-- x --><!DOCTYPE a [<!ENTITY b "c">]>&b;'],
  ['end of CDATA', 'a]]>b<![CDATA[c'],
  ['ampersand', 'a & b'],
  ['entities', '&lt;b&gt; &amp; &#0; &#x1b; &nbsp;'],
  ['quotes', `"a" 'b'`],
  ['processing instruction', '<?xml version="1.0"?>'],
  ['workflow error', '::error::owned'],
  ['workflow error with properties', '::error file=a,line=1,title=b::owned'],
  ['workflow add-mask', '::add-mask::passed'],
  ['workflow stop', '::stop-commands::owned'],
  ['workflow resume', '::owned::'],
  ['old workflow command', '##[error]owned'],
  ['workflow command after spaces', '   ::warning::owned'],
  ['encoded line feed', '%0A::error::owned'],
  ['encoded percent', '%250A%25%2C%3A'],
  ['property separators', 'a,title=b:c::d'],
  ['pipes', 'a | b || c \\| d'],
  ['table', '| a | b |'],
  ['one backtick', '`'],
  ['backticks', '`` a ``` b ` c'],
  ['a backtick at each end', '`a`'],
  ['code fence', '```js'],
  ['many backticks', '`'.repeat(400)],
  ['image', '![x](http://example.test/x.png)'],
  ['link', '[x](javascript:alert(1))'],
  ['reference link', '[x]: http://example.test "y"'],
  ['footnote', '[^1] [^1]: x'],
  ['autolink', '<http://example.test>'],
  ['autolink literal', 'http://example.test/a www.example.test ftp://example.test'],
  ['email', 'a@example.test mailto:a@example.test xmpp:a@example.test'],
  ['user mention', '@octocat'],
  ['team mention', '(@org/team)'],
  ['issue', '#1 org/repo#2 GH-3'],
  ['commit', '0123456789abcdef0123456789abcdef01234567'],
  ['emoji', ':+1: :rocket:'],
  ['formula', '$x^2$ $`y`$'],
  ['emphasis', '*a* **b** _c_ __d__ ~~e~~ ~f~'],
  ['heading', '# a'],
  ['underlined heading', '==='],
  ['rule', '---'],
  ['list', '- a'],
  ['numbered list', '1. a'],
  ['task', '[x] a'],
  ['quote', '> a'],
  ['backslashes', '\\ \\\\ \\# \\n \\u0000'],
  ['backslash at the end', 'a\\'],
  ['spaces', '   '],
  ['empty', ''],
  ['spreadsheet formula', '=cmd()'],
  ['spreadsheet formulas', `+1 -1 @SUM(1) =cmd|' /C calc'!A0`],
  ['directive', 'a # SKIP b'],
  ['todo', '# TODO'],
  ['escaped directive', 'a \\# SKIP b \\\\# SKIP c'],
  ['failed point', 'not ok 1'],
  ['passed point', 'ok 1 - passed'],
  ['plan', '1..0'],
  ['bail out', 'Bail out!'],
  ['TAP version', 'TAP version 14'],
  ['pragma', 'pragma +strict'],
  ['subtest', 'a {'],
  ['end of a YAML block', '...'],
  ['YAML tag', '!!js/function x'],
  ['YAML alias', '*a &b'],
  ['YAML block', '|-\n  a'],
  ['YAML mapping', '{a: b, c: [d'],
  ['YAML null', '~'],
  ['prototype', '__proto__'],
  ['ordinary text', 'ünïcode, 한국어, 中文 🙂'],
];

/** Everything in a document, line feeds apart, that a terminal obeys, that hides, or that has no shape. */
export const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u;

const honest = judged();

/** A report with one text in each place where a learner, or a machine or a cluster of theirs, can put one. */
export function reportSaying(payload: string): GradeReport {
  const subjects = [
    { file: payload, pointer: payload },
    { file: 'report.json', line: 3, column: 7, pointer: payload },
    { kind: 'TeamSpace', namespace: payload, name: payload, field: payload },
    { unit: payload, property: payload },
  ];
  const values = [
    { expected: payload, actual: payload },
    { expected: { [payload]: payload }, actual: [payload, { [payload]: [payload] }] },
  ];
  // Sentences with parameters in them, one without, and one that this version does not know.
  const ids = ['json-key', 'service-running', 'before-uid', payload];
  const findings = (['failed', 'advice', 'unknown', 'passed'] as const).flatMap((outcome) =>
    subjects.flatMap((subject, i) =>
      ids.map(
        (id): ReportedFinding =>
          finding(id, { outcome, subject, ...values[i % 2], params: paramsOf(payload) }),
      ),
    ),
  );
  const cause = { part: payload, reason: payload, detail: payload };
  return {
    ...honest,
    grader: { ...honest.grader, version: payload },
    machine: payload,
    lab: { folder: payload, unit: payload },
    cluster: { uid: payload, version: payload },
    steps: honest.steps.map((step) => {
      if (step.step === 1) return { ...step, status: 'failed', cause, findings };
      if (step.step === 2) return { ...step, status: 'error', cause, findings: [] };
      if (step.step === 3) return { ...step, status: 'error', cause: { ...cause, reason: 'api-error' } };
      if (step.step === 4) return { ...step, status: 'skipped', blockedBy: 1, findings: [] };
      if (step.step === 5) return { ...step, findings: findings.filter((f) => f.outcome === 'advice') };
      return step;
    }),
    cleanUp: { removed: [payload], leftOver: [payload], reaped: [payload] },
  };
}
