// Values of JSON text that JavaScript cannot represent. A body is parsed, and its payloads are serialized again, so such a
// value would be stored as another one.

// Parts of JSON text that may belong to a value which JSON.stringify changes or a codec refuses: numbers beyond 2^53 or the
// largest number, -0, half of a surrogate pair. One expression for all of them takes twice the time.
const INEXACT = [/\d{16}/, /\d[eE][+-]?\d{3}/, /[\s:,[]-(?:0|[\d.]+[eE]-)/, /\\u[dD]/];

// The ends of strings, escaped characters, and long numbers. The expression never backtracks: over a body of many MB that
// would not end, or would overflow the stack.
const TOKENS = /\\.|"|-?\d[\d.eE+-]{3,}/g;

/** Reports whether JSON.stringify of the parsed text changes none of its values. False is also possible if it changes none. */
export function isExactJson(json: string): boolean {
  return !INEXACT.some((part) => part.test(json));
}

/** Reports whether a JSON text contains a number that JavaScript may change, other than by rounding a fraction. */
export function hasInexactNumber(json: string): boolean {
  if (!/\d{16}|\d[eE]-\d{3}/.test(json)) return false;
  let isInString = false;
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '"') isInString = !isInString;
    else if (!isInString && canLoseDigits(token)) return true;
  }
  return false;
}

/**
 * Reports whether a number of JSON text must not be parsed: it would become 0, or it is a whole number beyond 2^53 that
 * may lose digits. Fractions are rounded, as everywhere.
 */
function canLoseDigits(token: string): boolean {
  const [mantissa = "", exponent = "0"] = token.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return false;
  const value = Number(token);
  if (value === 0) return true;
  const powerOfLastDigit = Number(exponent) - fraction.length + digits.length - significant.length;
  const isFraction = powerOfLastDigit < 0;
  if (isFraction || Number.isSafeInteger(value)) return false;
  // A double keeps 15 digits. All digits of a number without an exponent count, since it may be an id that ends in zeros.
  const isRounded = significant.length > 15;
  const hasExponent = /[eE]/.test(token);
  return isRounded || !hasExponent;
}
