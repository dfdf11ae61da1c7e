// Runs script cases: restores a fixture, sends the request with some writes refused, and dumps the database.
import { type Adapter, LeaseholdError } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { Database, type Dump } from "../kit/database.ts";
import { createRefusalPrefix, REFUSED_KEY, type Refusal, TRIED_KEY } from "../kit/write-refusal.ts";
import { createFixture, FIXTURE_NAMES, type FixtureName } from "./fixture.ts";
import type { Fixture } from "./fixture-jobs.ts";
import { type ScriptCase, sendCase } from "./script-cases.ts";

/** A reply or an error in a form that can be compared. */
export type Reply = { code: string } | { status: string; lines: string[]; records: string[] };

/** The effect of a request. */
export interface Outcome {
  reply: Reply;
  /** The refused writes, each as its command and the last part of its key's name. */
  refused: string[];
  /** The number of units that the script tried, if the refusal is one of units. */
  tried: number;
  state: Dump;
}

/** Replacements of the texts of scripts, by their names. */
export type ScriptTexts = Record<string, string>;

/** Options of a request. */
export interface SendOptions {
  refusal?: Refusal | undefined;
  texts?: ScriptTexts;
  /** Overrides arguments of the request. */
  args?: Parameters<typeof sendCase>[1]["args"];
  /** The adapter; a direct connection by default. */
  adapter?: Adapter;
  /** Lua that precedes the script; the prefix of the refusal by default. */
  prefix?: string;
}

/** A Redis server with a saved copy of every fixture. */
export class Harness {
  readonly database: Database;
  readonly #fixtures: Map<FixtureName, Fixture>;
  readonly #adapter: Adapter;

  private constructor(database: Database, fixtures: Map<FixtureName, Fixture>) {
    this.database = database;
    this.#fixtures = fixtures;
    this.#adapter = ioredis(database.client);
  }

  /** Starts a server, which stops after the tests of the calling file, and saves the fixtures. */
  static async open(): Promise<Harness> {
    const database = await Database.open();
    const fixtures = new Map<FixtureName, Fixture>();
    for (const [i, name] of FIXTURE_NAMES.entries()) {
      await database.client.flushdb();
      fixtures.set(name, await createFixture(ioredis(database.client), name));
      await database.save(i + 1);
    }
    return new Harness(database, fixtures);
  }

  /** Returns the fixture of a case. */
  fixtureOf({ fixture }: ScriptCase): Fixture {
    return this.#fixtures.get(fixture) as Fixture;
  }

  /** Restores the fixture of a case. */
  async restore({ fixture }: ScriptCase): Promise<void> {
    await this.database.restore(FIXTURE_NAMES.indexOf(fixture) + 1);
  }

  /** Restores the fixture of a case and sends the request. */
  async run(scriptCase: ScriptCase, options: SendOptions = {}): Promise<Outcome> {
    await this.restore(scriptCase);
    return this.send(scriptCase, options);
  }

  /** Sends the request of a case to the database as it is. */
  async send(scriptCase: ScriptCase, options: SendOptions = {}): Promise<Outcome> {
    const { refusal, texts = {}, args, adapter = this.#adapter } = options;
    const { prefix = refusal ? createRefusalPrefix(refusal) : "" } = options;
    const altered: Adapter = {
      run: (script, ...rest) => adapter.run({ ...script, text: prefix + (texts[script.name] ?? script.text) }, ...rest),
    };
    const fixture = this.fixtureOf(scriptCase);
    const reply = await sendCase(scriptCase, { fixture, adapter: altered, args }).then(
      ({ status, values, records }): Reply => ({
        status,
        lines: values.slice(0, values.length - records.length),
        records,
      }),
      (error: unknown): Reply => {
        if (error instanceof LeaseholdError) return { code: error.code };
        throw error;
      },
    );
    const { client } = this.database;
    const [refused, tried] = await Promise.all([client.lrange(REFUSED_KEY, 0, -1), client.get(TRIED_KEY)]);
    if (refusal) await client.del(REFUSED_KEY, TRIED_KEY);
    return { reply, refused, tried: Number(tried ?? 0), state: await this.database.dump() };
  }
}
