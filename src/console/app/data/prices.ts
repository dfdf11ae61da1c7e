// Prices that a person types, for as long as the tab is open, and what a usage costs at them.
import type { Usage } from "./types.ts";

const KEY = "leasehold-prices";

/** Prices as they are typed, in any currency. Blank ones are free. */
export interface Prices {
  per100kCommands: string;
  /** The price of 10⁹ bytes, sent or received. */
  perGb: string;
}

const NONE: Prices = { per100kCommands: "", perGb: "" };

/** Returns the prices that are stored for this tab. */
export function storedPrices(): Prices {
  try {
    const { per100kCommands, perGb } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<Prices>;
    return { per100kCommands: String(per100kCommands ?? ""), perGb: String(perGb ?? "") };
  } catch {
    return NONE;
  }
}

/** Stores prices for this tab. */
export function storePrices(prices: Prices): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(prices));
  } catch {
    // Storage is blocked: the prices live as long as the page.
  }
}

/** Returns the price of a usage; undefined if no price is typed, or one is not a number of at least 0. */
export function priceOf({ commands, bytesSent, bytesReceived }: Usage, prices: Prices): number | undefined {
  const typed = [prices.per100kCommands, prices.perGb];
  const [perCommands = 0, perGb = 0] = typed.map(Number);
  if (typed.every((text) => text.trim() === "") || !(perCommands >= 0 && perGb >= 0)) return undefined;
  return (commands * perCommands) / 1e5 + ((bytesSent + bytesReceived) * perGb) / 1e9;
}
