import { describe, expect, test } from 'vitest';
import { parseSshTarget, sshUrl } from '../../../src/machine/ssh-target.ts';

describe('an ssh URL', () => {
  test.each([
    ['ssh://lab-07', { host: 'lab-07' }],
    ['ssh://root@lab.example.org:2222', { host: 'lab.example.org', user: 'root', port: 2222 }],
    ['ssh://10.0.0.7:65535', { host: '10.0.0.7', port: 65_535 }],
    ['ssh://ops.team+lab@[fe80::1%eth0]:22', { host: 'fe80::1%eth0', user: 'ops.team+lab', port: 22 }],
  ])('%s is understood, and written again as it was', (url, target) => {
    expect(parseSshTarget(url)).toEqual(target);
    expect(sshUrl(target)).toBe(url);
  });

  test('may end with a slash', () => expect(parseSshTarget('ssh://lab/')).toEqual({ host: 'lab' }));

  test.each([
    'ssh://-oProxyCommand=id',
    'ssh://-l@lab',
    'ssh://root@-lab',
    'ssh://[-1::]',
    'ssh://root:secret@lab',
    'ssh://root@lab@other',
    'ssh://lab:0',
    'ssh://lab:65536',
    'ssh://lab:22x',
    'ssh://lab:',
    'ssh://lab/root',
    'ssh://lab?x',
    'ssh://la b',
    'ssh://lab\n',
    'ssh://lab%00',
    'ssh://fe80::1',
    'ssh://',
    'ssh:lab',
    'SSH://lab',
    'root@lab',
  ])('%j is none', (url) => expect(parseSshTarget(url)).toBeNull());
});
