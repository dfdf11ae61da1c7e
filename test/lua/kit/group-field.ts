// The field of a group as readable text, "held number back tat head", and as Redis stores it (src/lua/lib/state/groups.lua).

const FORM = /^(\d+) (\d+) (\d+) (\d+) (.*)$/s;

/** Encodes a readable field as Redis stores it. */
export function encodeGroup(text: string): string {
  const [, held = "0", number = "0", back = "0", tat = "0", head = ""] = FORM.exec(text) ?? [];
  const kind = tat !== "0" ? 2 : number !== "0" ? 1 : 0;
  const digits = [0, 7, 14].map((shift) => (Number(held) >> shift) & 127);
  const line = kind > 0 ? number.padStart(7, "0") + back.padStart(8, "0") : "";
  return String.fromCharCode(kind, ...digits) + line + (kind === 2 ? tat.padStart(15, "0") : "") + head;
}

/** Decodes a stored field as readable text. */
export function decodeGroup(field: string): string {
  const [kind = 0, low = 0, middle = 0, high = 0] = Array.from(field.slice(0, 4), (byte) => byte.charCodeAt(0));
  const line = kind > 0 ? [Number(field.slice(4, 11)), Number(field.slice(11, 19))] : [0, 0];
  const tat = kind === 2 ? Number(field.slice(19, 34)) : 0;
  const head = field.slice([4, 19, 34][kind]);
  return `${low + middle * 128 + high * 16_384} ${line.join(" ")} ${tat} ${head}`;
}
