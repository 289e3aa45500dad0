import { expect, test } from 'vitest';
import { redact } from '../../../src/gather/redact.ts';
import { evidenceWith } from '../../support/evidence.ts';

const TOKEN = 'eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJrdWJlcm5ldGVzIn0.c2lnbmF0dXJl';
const KEY = `-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----`;

test.each([
  ['a service account token', `error: ${TOKEN} is expired`, 'error: [redacted] is expired'],
  ['a bearer header', 'Authorization: Bearer abcdef0123456789', 'Authorization: Bearer [redacted]'],
  ['a token in YAML', '  token: abcdefgh1234', '  token: [redacted]'],
  ['a token in JSON', '{"token":"abcdefgh1234"}', '{"token":"[redacted]"}'],
  ['a password', 'password=hunter2hunter2', 'password=[redacted]'],
  ['a client key', 'client-key-data: LS0tLS1CRUdJTiBFQyBQUklWQVRF', 'client-key-data: [redacted]'],
  ['a private key', `before\n${KEY}\nafter`, 'before\n[redacted]\nafter'],
  ['a private key that is cut off', KEY.slice(0, 50), '[redacted]'],
  ['two keys', `${KEY}\n${KEY}`, '[redacted]\n[redacted]'],
])('takes out %s', (_, text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test.each(['', 'token: '])('takes out the whole of a k3s join token after %j', (before) => {
  expect(redact(`${before}K10abcdef0123456789::server:fedcba9876543210`)).not.toContain('fedcba9876543210');
});

test.each([
  'TeamSpace alpha, uid c6c750d5-7f74-4c01-a341-db30af6faf6f, generation 3',
  'error: the server could not find the requested resource',
  'no token was given',
  '',
])('leaves %j as it is', (text) => {
  expect(redact(text)).toBe(text);
});

test('recorded evidence holds nothing that would be taken out', () => {
  const text = JSON.stringify(evidenceWith());
  expect(redact(text)).toBe(text);
});
