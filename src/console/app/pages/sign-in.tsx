// The question for a token.
import { useState } from "preact/hooks";
import { request } from "../data/api.ts";
import { defaultBase, type Session } from "../data/session.ts";
import type { TokenInfo } from "../data/types.ts";
import { toApiError } from "../state/use-data.ts";

interface SignInProps {
  onSignIn(session: Session, token: TokenInfo): void;
}

/** The form for the token and the address of the API. */
export function SignIn({ onSignIn }: SignInProps) {
  const [base, setBase] = useState(defaultBase());
  const [token, setToken] = useState("");
  const [failure, setFailure] = useState("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const session = { base: base.replace(/\/+$/, ""), token: token.trim() };
    try {
      onSignIn(session, await request<TokenInfo>(session, "/v1/token"));
    } catch (error) {
      setFailure(toApiError(error).message);
    }
  };
  return (
    <main class="sign-in">
      <h1>Leasehold</h1>
      <form onSubmit={(event) => void submit(event)}>
        <label>
          Token
          <input
            type="password"
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
            autocomplete="off"
            required
          />
        </label>
        <label>
          Address of the API
          <input type="url" value={base} onInput={(event) => setBase(event.currentTarget.value)} required />
        </label>
        {failure && (
          <p class="failure" role="alert">
            {failure}
          </p>
        )}
        <button type="submit" class="primary">
          Open
        </button>
      </form>
      <p class="quiet">
        The token needs the scope <code>read</code>, and <code>operate</code> to act. It is kept for this tab alone.
      </p>
    </main>
  );
}
