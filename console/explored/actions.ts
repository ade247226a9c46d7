import type { ActionGenerator } from '@antithesishq/bombadil';
import {
  type ActionTemplate,
  actions,
  extract,
  getFingerprint,
  weighted,
} from '@antithesishq/bombadil/browser';
import { back, forward, reload, scroll } from '@antithesishq/bombadil/browser/defaults/actions';

const CLICKABLE =
  'a[href], button, summary, input, textarea, [role=option], [role=menuitem], [role=tab], [role=checkbox]';
/** They end the exploration (there is no way back in without a password), or open what is not a page. In English and French. */
const NEVER =
  /sign out|end (?:this|all|every|the) session|change password|remove|delete|download|\.csv|\.xlsx|print|déconnecter|mettre fin|mot de passe|retirer|supprimer|télécharger|imprimer/i;

/** What can be clicked now, without what ends the session. */
const targets = extract(({ document, window }) =>
  [...document.querySelectorAll(CLICKABLE)].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const point = { x: left + width / 2, y: top + height / 2 };
    const isSeen =
      width > 0 &&
      height > 0 &&
      point.x > 0 &&
      point.y > 0 &&
      point.x < window.innerWidth &&
      point.y < window.innerHeight;
    const text = `${element.textContent ?? ''} ${element.getAttribute('aria-label') ?? ''} ${element.getAttribute('href') ?? ''}`;
    const isForeign =
      element.getAttribute('href')?.startsWith('/') === false || element.hasAttribute('download');
    const isFile = element.getAttribute('type') === 'file';
    if (!isSeen || isForeign || isFile || NEVER.test(text) || element.hasAttribute('disabled')) return [];
    const isMenu = element.closest('nav, header') !== null;
    return [{ isMenu, click: { point, fingerprint: getFingerprint(element) } }];
  }),
);
const clicks = (ofMenu: boolean) =>
  actions(() =>
    targets.current
      .filter(({ isMenu }) => isMenu === ofMenu)
      .map(({ click }): ActionTemplate => ({ Click: click })),
  );
const wait = actions(() => ['Wait']);

const isWriting = extract(({ document }) => {
  const { activeElement } = document;
  return activeElement !== null && ['INPUT', 'TEXTAREA'].includes(activeElement.tagName);
});
const ENTER = 13;
const ESCAPE = 27;
/** Names, numbers, amounts, and what no one expects: regular expressions, each for one text. */
const TEXTS = ['spring', '08031234567', '2500', '[+]234 803 123 4567', '-1', '1e9', 'ọjọ́ <b>', ' '];
const write = actions(() =>
  isWriting.current
    ? [
        ...TEXTS.map((text) => ({ TypeText: { text: { Regexp: text }, delayMillis: 5 } })),
        { PressKey: { code: ENTER } },
        { PressKey: { code: ESCAPE } },
      ]
    : [],
);

/** Gives the screen for a new campaign one of some files. */
function uploads(files: readonly string[]) {
  const hasInput = extract(({ document }) => document.querySelector('input[type=file]') !== null);
  return actions(() =>
    hasInput.current
      ? files.map((file) => ({ SetFileInputFiles: { selector: 'input[type=file]', files: [file] } }))
      : [],
  );
}

/** Everything that a person may do, mostly on the screen itself. @param files which they may upload */
export function exploring(files: readonly string[]): ActionGenerator<ActionTemplate> {
  return weighted([
    [60, clicks(false)],
    [8, clicks(true)],
    [15, write],
    [15, uploads(files)],
    [5, scroll],
    [4, wait],
    [3, back],
    [1, forward],
    [1, reload],
  ]);
}
