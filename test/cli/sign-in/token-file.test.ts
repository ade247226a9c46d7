import { expect, it } from 'vitest';
import { openTokenFile } from '../../../cli/sign-in/token-file.ts';

const URL = 'postgresql://ops:secret@db:5432/bundlewire';

it.each([
  [{ XDG_CONFIG_HOME: '/config', HOME: '/home/ada' }, '/config/bundlewire/sessions.json'],
  [{ HOME: '/home/ada' }, '/home/ada/.config/bundlewire/sessions.json'],
])('is in the folder that %j names', (environment, path) => {
  expect(openTokenFile(environment, URL).path).toBe(path);
});

it('holds no sign-in for a user without a home, and says what to set', () => {
  const file = openTokenFile({}, URL, () => {
    throw new Error('A system error occurred: uv_os_homedir returned ENOENT');
  });
  expect(file.read()).toBeNull();
  expect(() => file.write('token')).toThrow('Set HOME or XDG_CONFIG_HOME');
  expect(() => file.requirePlace()).toThrow('Set HOME or XDG_CONFIG_HOME');
});
