// The fields of a concurrency and a rate.
import { useId } from "preact/hooks";
import { DURATION, type LimitTexts } from "../data/limits.ts";

interface LimitFieldsProps {
  legend: string;
  texts: LimitTexts;
  /** The limits that hold for empty fields. */
  defaults?: LimitTexts;
  /** True if the group runs one job at a time because it is ordered. */
  isOrdered?: boolean;
  onChange(texts: LimitTexts): void;
}

/** The fields of a concurrency and a rate. */
export function LimitFields({ legend, texts, defaults, isOrdered = false, onChange }: LimitFieldsProps) {
  const help = useId();
  const fieldOf = (name: keyof LimitTexts, fallback: string) => ({
    value: texts[name],
    placeholder: defaults?.[name] || fallback,
    onInput: (event: { currentTarget: { value: string } }) => onChange({ ...texts, [name]: event.currentTarget.value }),
  });
  const hasRate = texts.limit !== "" || texts.per !== "" || texts.burst !== "";
  return (
    <fieldset class="limits">
      <legend>{legend}</legend>
      <label>
        Concurrency
        <input
          {...fieldOf("concurrency", "no limit")}
          {...(isOrdered && { value: "1", title: "An ordered group runs one job at a time" })}
          type="number"
          min={1}
          max={1_000_000}
          disabled={isOrdered}
        />
      </label>
      <label>
        Rate
        <input {...fieldOf("limit", "no limit")} type="number" min={1} max={1_000_000_000} required={hasRate} />
      </label>
      <label>
        per
        <input
          {...fieldOf("per", "1m")}
          pattern={DURATION}
          title="A duration, such as 500ms, 1s, 5m, 2h or 1d"
          required={hasRate}
          autocomplete="off"
        />
      </label>
      <label>
        Burst
        <input {...fieldOf("burst", "a tenth")} type="number" min={1} max={1_000_000_000} aria-describedby={help} />
      </label>
      <p id={help} class="quiet">
        In any time of this length, at most the rate and the burst start. A job counts with its cost.
      </p>
    </fieldset>
  );
}
