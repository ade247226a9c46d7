import { FirstSection, Sections } from '../ui/sections.tsx';
import { DEVELOPER_SECTIONS } from './sections.ts';

export function DevelopersLayout() {
  return <Sections label="nav.developers" all={DEVELOPER_SECTIONS} />;
}

export function DevelopersStart() {
  return <FirstSection all={DEVELOPER_SECTIONS} />;
}
