import { Sections } from '../ui/sections.tsx';
import { ADMIN_SECTIONS } from './sections.ts';

export function AdminLayout() {
  return <Sections label="nav.admin" all={ADMIN_SECTIONS} />;
}
