// The frame of the console: the header, the current view, notices and help.
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, request } from "./data/api.ts";
import { localSession, type Session, storedSession, storeSession } from "./data/session.ts";
import type { TokenInfo } from "./data/types.ts";
import { Bulk, BulkList } from "./pages/bulk.tsx";
import { Crons } from "./pages/crons.tsx";
import { GroupView } from "./pages/groups/group.tsx";
import { Groups } from "./pages/groups/groups.tsx";
import { JobView } from "./pages/job.tsx";
import { Jobs } from "./pages/jobs.tsx";
import { Overview } from "./pages/overview.tsx";
import { QueueView } from "./pages/queue.tsx";
import { Outbox } from "./pages/schedules/outbox.tsx";
import { ScheduleView } from "./pages/schedules/schedule.tsx";
import { Schedules } from "./pages/schedules/schedules.tsx";
import { SignIn } from "./pages/sign-in.tsx";
import { ConsoleProvider } from "./state/context.ts";
import { KEYS, useKeys } from "./state/keyboard.ts";
import { go, type Place, usePlace } from "./state/router.ts";
import { toApiError } from "./state/use-data.ts";
import { Dialog } from "./ui/dialog.tsx";
import { Empty, Failure } from "./ui/text.tsx";

interface Connection {
  session: Session;
  token: TokenInfo;
}

/** The console. */
export function App() {
  const [connection, setConnection] = useState<Connection | "unknown" | undefined>("unknown");
  const [error, setError] = useState<ApiError>();
  const connect = () => {
    setError(undefined);
    void reconnect().then(setConnection, (failure: unknown) => setError(toApiError(failure)));
  };
  useEffect(connect, []);
  if (connection === "unknown")
    return (
      error && (
        <main>
          <h1>Leasehold</h1>
          <Failure error={error} onRetry={connect} />
        </main>
      )
    );
  const signIn = (session: Session, token: TokenInfo) => {
    storeSession(session);
    setConnection({ session, token });
  };
  const signOut = () => {
    storeSession(undefined);
    setConnection(undefined);
  };
  return connection ? <Frame {...connection} onSignOut={signOut} /> : <SignIn onSignIn={signIn} />;
}

/** Resolves with the connection of this tab, or of the local development server. */
async function reconnect(): Promise<Connection | undefined> {
  const session = storedSession() ?? (await localSession());
  if (!session) return undefined;
  try {
    return { session, token: await request<TokenInfo>(session, "/v1/token") };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}

interface Notice {
  text: string;
  kind: "done" | "failed";
}

const NOTICE_FOR = 8_000;

function Frame({ session, token, onSignOut }: Connection & { onSignOut(): void }) {
  const place = usePlace();
  const [notice, setNotice] = useState<Notice>();
  const [isHelp, setHelp] = useState(false);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(undefined), NOTICE_FOR);
    return () => clearTimeout(timer);
  }, [notice]);
  const path = place.segments.join("/");
  useEffect(() => {
    document.title = [...place.segments.slice(1), "Leasehold"].join(" · ");
    main.current?.focus();
  }, [path]);
  useKeys({
    "/": () => document.getElementById("search")?.focus(),
    "?": () => setHelp(true),
    g: () => go("#/"),
    c: () => go("#/crons"),
  });
  const notify = (text: string, kind: Notice["kind"] = "done") => setNotice({ text, kind });
  return (
    <ConsoleProvider value={{ session, token, notify }}>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header>
        <a class="brand" href="#/">
          Leasehold
        </a>
        <nav aria-label="Main">
          <a href="#/" aria-current={path === "" ? "page" : undefined}>
            Queues
          </a>
          <a href="#/crons" aria-current={path === "crons" ? "page" : undefined}>
            Crons
          </a>
        </nav>
        <span class="quiet grow who">{token.name}</span>
        <button type="button" class="quiet" onClick={() => setHelp(true)} aria-label="Keyboard help">
          ?
        </button>
        <button type="button" class="quiet" onClick={onSignOut}>
          Sign out
        </button>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <View place={place} />
      </main>
      <div class="notices" aria-live="polite">
        {notice && <p class={`notice ${notice.kind}`}>{notice.text}</p>}
      </div>
      {isHelp && <Help onClose={() => setHelp(false)} />}
    </ConsoleProvider>
  );
}

function View({ place: { segments, params } }: { place: Place }) {
  const [area, queue, part, id] = segments;
  const key = segments.join("/");
  if (area === undefined) return <Overview />;
  if (area === "crons") return <Crons />;
  if (area === "queues" && queue !== undefined) {
    if (part === undefined) return <QueueView key={key} queue={queue} />;
    if (part === "jobs" && id === undefined) return <Jobs key={key} queue={queue} params={params} />;
    if (part === "jobs" && id !== undefined) return <JobView key={key} queue={queue} id={id} />;
    if (part === "groups" && id === undefined) return <Groups key={key} queue={queue} params={params} />;
    if (part === "groups" && id !== undefined) return <GroupView key={key} queue={queue} name={id} />;
    if (part === "schedules" && id === undefined) return <Schedules key={key} queue={queue} />;
    if (part === "schedules" && id !== undefined) return <ScheduleView key={key} queue={queue} id={id} />;
    if (part === "outbox") return <Outbox key={key} queue={queue} />;
    if (part === "bulk" && id === undefined) return <BulkList key={key} queue={queue} />;
    if (part === "bulk" && id !== undefined) return <Bulk key={key} queue={queue} id={id} />;
  }
  return (
    <section>
      <h1>Leasehold</h1>
      <Empty title="There is nothing at this address.">Go to the list of queues with the key g.</Empty>
    </section>
  );
}

function Help({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([keys, effect]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <div class="buttons">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
