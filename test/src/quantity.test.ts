import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameQuantity } from '../../src/quantity.ts';

test.each([
  ['0.5', '500m'],
  ['1000m', '1'],
  ['1', '1.0'],
  ['2', 2],
  ['0.25', '250m'],
  ['.5', '500m'],
  ['5.', '5'],
  ['+5', '5'],
  ['1e3', '1k'],
  ['1E3', '1000'],
  ['1e-3', '1m'],
  ['1Ki', '1024'],
  ['1Mi', '1048576'],
  ['1G', '1000M'],
  ['100n', '0.1u'],
  ['0', '0m'],
  ['-1', '-1000m'],
  ['9007199254740993', '9007199254740993000m'],
])('%s is %s', (a, b) => {
  expect(sameQuantity(a, b)).toBe(true);
  expect(sameQuantity(b, a)).toBe(true);
});

test.each([
  ['1', '100m'],
  ['1', '1Ki'],
  ['1M', '1Mi'],
  ['1m', '1M'],
  ['9007199254740993', '9007199254740992'],
  ['6', '8'],
])('%s is not %s', (a, b) => {
  expect(sameQuantity(a, b)).toBe(false);
});

test.each([
  [''],
  ['.'],
  ['+'],
  ['m'],
  ['1 '],
  [' 1'],
  ['1e'],
  ['1ki'],
  ['1KI'],
  ['1e1000'],
  ['one'],
  ['$cpu'],
  ['0x1'],
  ['1,5'],
  ['1m5'],
  [null],
  [undefined],
  [true],
  [[1]],
  [{}],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
])('%j is no quantity and equals nothing, not even itself', (value) => {
  expect(sameQuantity(value, value)).toBe(false);
  expect(sameQuantity(value, '1')).toBe(false);
});

test('milli-units are exact for every amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.bigInt({ min: 0n, max: 10n ** 20n }), (a, b) => {
      expect(sameQuantity(`${a}`, `${a}000m`)).toBe(true);
      expect(sameQuantity(`${a}`, `${b}`)).toBe(a === b);
    }),
  );
});

test('any text is compared without an exception', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => typeof sameQuantity(a, b) === 'boolean'));
});
