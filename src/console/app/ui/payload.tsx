// A payload as a tree that opens level by level, or as text.
import { useState } from "preact/hooks";
import { formatJson, type JsonNode } from "../data/exact-json.ts";

// Children of one node that are shown at first; a payload may have hundreds of thousands.
const PAGE = 100;
const OPEN_LEVELS = 2;
// The text that the API returns in place of a value that its owner hides.
const REDACTED = "[redacted]";

/** A payload, as a tree or as text, hidden until asked for if `isHidden`. */
export function Payload({ node, isHidden = false }: { node: JsonNode; isHidden?: boolean }) {
  const [isShown, setShown] = useState(!isHidden);
  const [isRaw, setRaw] = useState(false);
  if (!isShown)
    return (
      <button type="button" onClick={() => setShown(true)}>
        Show the payload
      </button>
    );
  return (
    <div class="payload">
      <button type="button" class="quiet" onClick={() => setRaw(!isRaw)}>
        {isRaw ? "Tree" : "Text"}
      </button>
      {isRaw ? <pre>{formatJson(node)}</pre> : <Tree node={node} level={0} />}
    </div>
  );
}

function Tree({ node, level }: { node: JsonNode; level: number }) {
  const [count, setCount] = useState(PAGE);
  const [isOpen, setOpen] = useState(level < OPEN_LEVELS);
  if (node.kind === "string" && node.text === REDACTED)
    return (
      <span class="value redacted" title="The owner of the service hides this value.">
        redacted
      </span>
    );
  if (node.kind !== "object" && node.kind !== "array")
    return <span class={`value ${node.kind}`}>{node.kind === "string" ? JSON.stringify(node.text) : node.text}</span>;
  const children: [name: string, child: JsonNode][] =
    node.kind === "object"
      ? node.entries.map(({ key, value }) => [key, value])
      : node.items.map((child, i) => [String(i), child]);
  if (children.length === 0) return <span class="value">{node.kind === "object" ? "{}" : "[]"}</span>;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {node.kind === "object" ? "{…}" : "[…]"} <span class="quiet">{children.length}</span>
      </summary>
      <ul>
        {/* A payload may be large or deep: no more of it is rendered than is seen. */}
        {(isOpen ? children.slice(0, count) : []).map(([name, child], i) => (
          <li key={i}>
            <span class="name">{name}</span> <Tree node={child} level={level + 1} />
          </li>
        ))}
      </ul>
      {isOpen && children.length > count && (
        <button type="button" class="quiet" onClick={() => setCount(count * 10)}>
          {children.length - count} more
        </button>
      )}
    </details>
  );
}
