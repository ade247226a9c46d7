import { Link, type LinkProps, Navigate, Outlet } from '@tanstack/react-router';
import { useTexts } from '../app/i18n.tsx';
import { useAccount } from '../app/session.tsx';
import type { TextKey } from '../app/texts.ts';
import { Empty } from './parts.tsx';

export interface Section {
  readonly to: NonNullable<LinkProps['to']>;
  readonly text: TextKey;
  /** Without this right, the section is not shown. */
  readonly right: string;
}

function useSections(sections: readonly Section[]): readonly Section[] {
  const { rights } = useAccount();
  return sections.filter(({ right }) => rights.includes(right));
}

/** The menu of a subject with several screens, and one of them. */
export function Sections({ label, all }: { readonly label: TextKey; readonly all: readonly Section[] }) {
  const { t } = useTexts();
  return (
    <>
      <nav className="sections" aria-label={t(label)}>
        {useSections(all).map(({ to, text }) => (
          <Link key={to} to={to}>
            {t(text)}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}

/** Opens the first section that the person may see. */
export function FirstSection({ all }: { readonly all: readonly Section[] }) {
  const { t } = useTexts();
  const [first] = useSections(all);
  if (first === undefined) return <Empty title={t('app.noRight')} />;
  return <Navigate to={first.to} replace />;
}
