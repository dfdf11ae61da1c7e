// Plays crash points: brings a scene back, sends the request with some writes refused, and reads all that is there then.
import { type Adapter, LeaseholdError } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { type CRASH_POINTS, send } from "../kit/crash-points.ts";
import { Database, type Dump } from "./database.ts";
import { REFUSED, type Refusal, refusing, TRIED } from "./refusing.ts";
import { prepareScene, SCENES, type Scene, type SceneName } from "./scene.ts";

export type CrashPoint = (typeof CRASH_POINTS)[number];

export const QUEUE = "q";

/** An answer that can be compared: the code of an error, or the status, the lines and the records of a reply. */
export type Answer = { code: string } | { status: string; lines: string[]; records: string[] };

/** What came of a request. */
export interface Outcome {
  answer: Answer;
  /** The writes that were refused, each as its command and the end of the name of its key. */
  refused: string[];
  /** How many units were tried, where units are refused. */
  tried: number;
  state: Dump;
}

/** The scripts with another text, by their names. */
export type Texts = Record<string, string>;

/** How a request is sent. */
export interface Sending {
  refusal?: Refusal | undefined;
  texts?: Texts;
  /** Arguments that differ from those of the request. */
  more?: Parameters<typeof send>[3];
  /** The way to the database; directly unless set. */
  adapter?: Adapter;
  /** Lua that stands before the script. */
  prefix?: string;
}

/** A server, with every scene kept aside in it. */
export class Stage {
  readonly database: Database;
  readonly #scenes: Map<SceneName, Scene>;

  private constructor(database: Database, scenes: Map<SceneName, Scene>) {
    this.database = database;
    this.#scenes = scenes;
  }

  static async open(): Promise<Stage> {
    const database = await Database.open();
    const scenes = new Map<SceneName, Scene>();
    for (const [i, kind] of SCENES.entries()) {
      await database.client.flushdb();
      scenes.set(kind, await prepareScene(ioredis(database.client), kind, QUEUE));
      await database.save(i + 1);
    }
    return new Stage(database, scenes);
  }

  close(): Promise<void> {
    return this.database.close();
  }

  sceneOf({ scene }: Pick<CrashPoint, "scene">): Scene {
    return this.#scenes.get(scene) as Scene;
  }

  /** Brings back the scene of a crash point. */
  async begin(point: Pick<CrashPoint, "scene">): Promise<Scene> {
    await this.database.restore(SCENES.indexOf(point.scene) + 1);
    return this.sceneOf(point);
  }

  /** Brings back the scene and sends the request. */
  async play(point: CrashPoint, refusal?: Refusal, texts: Texts = {}): Promise<Outcome> {
    const scene = await this.begin(point);
    return this.send(point, scene, { refusal, texts });
  }

  /** Sends the request to what is there. */
  async send(point: CrashPoint, scene: Scene, how: Sending = {}): Promise<Outcome> {
    const { refusal, texts = {}, more, adapter = this.#adapter, prefix = refusal ? refusing(refusal) : "" } = how;
    const altered: Adapter = {
      run: (script, ...rest) => {
        const text = prefix + (texts[script.name] ?? script.text);
        return adapter.run({ ...script, text }, ...rest);
      },
    };
    const answer = await send(point, scene, altered, more).then(
      ({ status, values, records }): Answer => ({
        status,
        lines: values.slice(0, values.length - records.length),
        records,
      }),
      (error: unknown): Answer => {
        if (error instanceof LeaseholdError) return { code: error.code };
        throw error;
      },
    );
    const { client } = this.database;
    const [refused, tried] = await Promise.all([client.lrange(REFUSED, 0, -1), client.get(TRIED)]);
    if (refusal) await client.del(REFUSED, TRIED);
    return { answer, refused, tried: Number(tried ?? 0), state: await this.database.dump() };
  }

  /** Over TCP, by digests: few texts are sent twice. */
  get #adapter(): Adapter {
    return ioredis(this.database.client);
  }
}
