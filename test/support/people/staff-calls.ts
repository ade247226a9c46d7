import type { StaffRole } from '../../../domain/access/staff.ts';
import type { ApiFixture } from '../api/fixture.ts';
import type { Answer } from '../api/http.ts';
import { browse } from './fixture.ts';
import { staffAs } from './staff.ts';

interface Options {
  readonly method?: string;
  readonly body?: object;
}

/** A request with a body. */
export const postOf = (body: object): Options => ({ method: 'POST', body });

/** Signs in one staff member for each name, and sends requests under /v1/staff as one of them. */
export async function staffCalls(api: ApiFixture, people: Readonly<Record<string, StaffRole>>) {
  const cookies = new Map<string, string>();
  for (const [name, role] of Object.entries(people)) cookies.set(name, (await staffAs(api, role)).cookie);

  function ask(name: string, path: string, options: Options = {}): Promise<Answer> {
    return browse(api, `/v1/staff${path}`, { cookie: cookies.get(name) ?? '', ...options });
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they are
  async function done(name: string, path: string, options: Options = {}): Promise<any> {
    const answer = await ask(name, path, options);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text);
  }

  return { ask, done };
}
