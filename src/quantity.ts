const SUFFIX: Record<string, readonly [bigint, bigint]> = {
  n: [1n, 1_000_000_000n],
  u: [1n, 1_000_000n],
  m: [1n, 1_000n],
  '': [1n, 1n],
  k: [10n ** 3n, 1n],
  M: [10n ** 6n, 1n],
  G: [10n ** 9n, 1n],
  T: [10n ** 12n, 1n],
  P: [10n ** 15n, 1n],
  E: [10n ** 18n, 1n],
  Ki: [2n ** 10n, 1n],
  Mi: [2n ** 20n, 1n],
  Gi: [2n ** 30n, 1n],
  Ti: [2n ** 40n, 1n],
  Pi: [2n ** 50n, 1n],
  Ei: [2n ** 60n, 1n],
};
const SYNTAX = /^([+-]?)(\d{1,40})?(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,2})|([numkMGTPE]|[KMGTPE]i))?$/;

/** A quantity as an exact fraction, or `null` when the text is not a Kubernetes quantity. */
function parse(text: string): readonly [numerator: bigint, denominator: bigint] | null {
  const [, sign, whole = '', fraction = '', exponent, suffix = ''] = SYNTAX.exec(text) ?? [];
  const scale = SUFFIX[suffix];
  if (sign === undefined || scale === undefined || whole + fraction === '') return null;
  const power = Number(exponent ?? 0);
  const numerator = BigInt(`${sign}${whole}${fraction}`) * scale[0] * 10n ** BigInt(Math.max(power, 0));
  const denominator = scale[1] * 10n ** BigInt(fraction.length + Math.max(-power, 0));
  return [numerator, denominator];
}

/**
 * Whether two Kubernetes quantities are the same amount: `0.5` and `500m`, `1000m` and `1`.
 * Exact; anything that is not a quantity equals nothing. (verdict rule of step 3: quantities compared as quantities)
 */
export function sameQuantity(a: unknown, b: unknown): boolean {
  const [x, y] = [a, b].map((v) =>
    typeof v === 'string' || typeof v === 'number' ? parse(String(v)) : null,
  );
  return x != null && y != null && x[0] * y[1] === y[0] * x[1];
}
