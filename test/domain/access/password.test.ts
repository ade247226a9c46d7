import { describe, expect, it } from 'vitest';
import { isLongEnough, isPredictable } from '../../../domain/access/password.ts';

describe('a password', () => {
  it.each(['elevenchars', 'a           b', '🙂🙃🙂🙃🙂🙃', ''])('is too short: "%s"', (password) => {
    expect(isLongEnough(password)).toBe(false);
  });

  it.each(['twelve chars', '🐘🌍🎈🚲🍋🎻🧭🪁🦉🌵🍩🛶', '夏日海邊風鈴聲聲入耳來聽春'])(
    'is long enough: "%s"',
    (password) => {
      expect(isLongEnough(password)).toBe(true);
    },
  );

  it.each([
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'passwordpassword',
    '123456789012',
    'qwertyuiop123',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'poiuytrewq987',
    'Password1234!',
    'P@ssw0rd2026!!',
    'Welcome123456',
    'iloveyou12345',
    'administrator',
    'letmein-letmein!',
    'Bundlewire2026',
    'mtnnigeria2026',
    'unitedarsenal',
    'changeme!!2026',
    '+2348031234567',
  ])('is guessed too soon: %s', (password) => {
    expect(isPredictable(password)).toBe(true);
  });

  it.each([
    'correct horse battery staple',
    'another long password',
    'kite-lemon-harbour-six',
    '🐘🌍🎈🚲🍋🎻🧭🪁🦉🌵🍩🛶',
    '829460317582640',
    'v9#Tq2!xLm4&',
    'mo fẹ́ràn ìyá mi gan',
    'ALL CAPITALS QUIZ',
    '夏日海邊風鈴聲聲入耳來聽春',
  ])('is not refused for its characters: %s', (password) => {
    expect(isPredictable(password)).toBe(false);
  });
});
