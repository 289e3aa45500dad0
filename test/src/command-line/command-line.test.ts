import { describe, expect, test } from 'vitest';
import { cli } from '../../e2e/support/cli.ts';

const NO_LOCALE = { LC_ALL: '', LC_MESSAGES: '', LANG: '' };
const run = (args: string[], env = {}) => cli(args, { ...NO_LOCALE, ...env });

describe('the language', () => {
  test.each([
    [{}, [], 'Usage:'],
    [{ LANG: 'ko_KR.UTF-8' }, [], '사용법:'],
    [{ LANG: 'ko_KR.UTF-8', LC_ALL: 'zh_CN.UTF-8' }, [], '用法'],
    [{ LANG: 'ko_KR.UTF-8' }, ['--lang', 'en'], 'Usage:'],
    [{ LANG: 'fr_FR.UTF-8' }, [], 'Usage:'],
    [{}, ['--lang=zh'], '用法'],
  ])('%j and %j', async (env, args, head) => {
    for (const command of [[], ['check'], ['grade'], ['explain']]) {
      const { stdout, exitCode } = await run([...command, '--help', ...args], env);
      expect(stdout).toContain(head);
      expect(exitCode).toBe(0);
    }
  });

  test('that nobody speaks is refused', async () => {
    const { stderr, stdout, exitCode } = await run(['explain', '1', '--lang', 'fr']);
    expect(stderr).toBe('cnpa-op: fr is not spoken here: the languages are en, ko and zh.\n');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });
});

describe('explain', () => {
  test.each([
    ['en', 'step 3  Same result'],
    ['ko', '3단계  몇 번을 돌려도'],
    ['zh', '第 3 步  运行多少次'],
  ])('says in %s what a step asks and what is looked at', async (language, title) => {
    const { stdout, exitCode } = await run(['explain', '3', '--lang', language]);
    expect(stdout).toContain(title);
    expect(stdout.match(/^ {2}· /gm)?.length).toBeGreaterThan(2);
    expect(exitCode).toBe(0);
  });
});

describe('wrong usage is one sentence in the language of the reader, exit status 2, and nothing on stdout', () => {
  test.each<[string[], string, string]>([
    [['chekc'], 'There is no command chekc. Did you mean check?', 'chekc 명령은 없습니다. check 말인가요?'],
    [['frobnicate'], 'There is no command frobnicate. (', 'frobnicate 명령은 없습니다. ('],
    [['sandbox', 'dwon'], 'There is no command dwon. Did you mean down?', 'down 말인가요?'],
    [['check', '--quite'], 'There is no option --quite. Did you mean --quiet?', '--quiet 말인가요?'],
    [['check', '--nope'], 'There is no option --nope.', '--nope 옵션은 없습니다.'],
    [['check', '9'], '9 cannot be used for step. The steps are the numbers 1 to 8.', '1부터 8까지'],
    [['explain'], 'The argument step is missing.', 'step 인자가 필요합니다.'],
    [['explain', '1', '2'], 'Too many arguments: at most 1, not 2.', '최대 1개인데 2개를'],
    [['check', '--kubeconfig'], 'The option --kubeconfig <file> needs a value.', '값이 필요합니다.'],
    [['check', '--format', 'xml'], 'xml cannot be used for --format.', '--format 자리에 xml'],
    [['check', '--report', 'pdf=x'], 'pdf=x cannot be used for --report.', '--report 자리에 pdf=x'],
    [['check', '--report', 'json='], 'json= cannot be used for --report.', '--report 자리에 json='],
    [['samples', '--jobs', '0'], '0 cannot be used for --jobs.', '1 이상의 정수'],
    [['check', '--machine', 'moon'], 'unknown machine moon', 'moon 머신은 없습니다.'],
    [['check', '--dir', '/nowhere'], 'there is no lab folder /nowhere on local', '/nowhere 경로가 없습니다.'],
    [['check', '--rubric', '/nowhere'], 'The rubric cannot be used', '채점 기준을 사용할 수 없습니다'],
    [['check', '--report', 'json=/dev/null/x/y'], 'cannot write into /dev/null/x', '경로에 쓸 수 없습니다'],
  ])('%j', async (args, english, korean) => {
    for (const [language, sentence] of [
      ['en', english],
      ['ko', korean],
    ] as const) {
      const { stderr, stdout, exitCode } = await run([...args, '--lang', language]);
      expect(stderr).toContain(sentence);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    }
  });

  test('shows what was typed, never obeys it', async () => {
    const { stderr } = await run(['\u001b[31mred', '--lang', 'en']);
    expect(stderr).toContain('\\u{1b}[31mred');
    expect(stderr).not.toContain('\u001b');
  });
});

test('shell completion knows commands and options', async () => {
  const commands = await run(['complete', '--', 'ex']);
  expect(commands.stdout).toMatch(/^explain\t/m);
  const options = await run(['complete', '--', 'check', '--rep']);
  expect(options.stdout).toMatch(/^--report\t/m);
});
