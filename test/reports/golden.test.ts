import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { renderers } from '../../reports/index.ts';
import { languages } from '../../reports/messages/index.ts';
import { terminal } from '../../reports/terminal.ts';
import type { Evidence } from '../../src/evidence.ts';
import { judge } from '../../src/judge.ts';
import { STEPS } from '../../src/lab.ts';

// Evidence of real grades, and each report on it as it was when somebody last read it: `vitest -u` writes them anew.
const FOLDER = new URL('../evidence/', import.meta.url);
const names = (await readdir(FOLDER)).map((file) => file.replace('.evidence.json', ''));
const EXTENSIONS: Record<keyof typeof renderers | 'terminal', string> = {
  terminal: 'txt',
  json: 'json',
  junit: 'xml',
  markdown: 'md',
  github: 'github.txt',
  ctrf: 'ctrf.json',
  tap: 'tap',
  gradescope: 'gradescope.json',
  html: 'html',
};

describe.each(names)('%s', (name) => {
  describe.each(Object.entries(languages))('in %s', (language, messages) => {
    test.each(Object.entries(EXTENSIONS))('%s', async (format, extension) => {
      const evidence: Evidence = JSON.parse(await readFile(new URL(`${name}.evidence.json`, FOLDER), 'utf8'));
      const report = judge(evidence, STEPS);
      const told =
        format === 'terminal'
          ? terminal(report, messages, { color: false })
          : renderers[format as keyof typeof renderers](report, messages);
      await expect(told).toMatchFileSnapshot(`golden/${name}/${language}.${extension}`);
    });
  });
});
