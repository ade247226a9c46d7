import { LOCALES, useTexts } from '../app/i18n.tsx';
import { languageName } from '../app/language-name.ts';
import { modeOf } from '../app/mode.ts';
import { useSignedIn } from '../app/session.tsx';
import { THEMES, useTheme } from '../app/theme.ts';
import { Choice } from '../ui/inputs.tsx';
import { Card, Screen } from '../ui/parts.tsx';
import { useAccessNames } from '../ui/rights/names.ts';
import { DataTable } from '../ui/table.tsx';
import { FactorCard } from './factor.tsx';
import { PasskeysCard } from './passkeys.tsx';
import { PasswordCard } from './password.tsx';
import { SessionsCard } from './sessions.tsx';

/** A person's access, how they sign in, where they are signed in, and how the console looks to them. */
export function ProfilePage() {
  const { t } = useTexts();
  return (
    <Screen title={t('profile.title')}>
      <AccessCard />
      <FactorCard />
      <PasskeysCard />
      <PasswordCard />
      <SessionsCard />
      <LookCard />
    </Screen>
  );
}

function AccessCard() {
  const { t } = useTexts();
  const names = useAccessNames();
  const { accounts, staff } = useSignedIn();
  return (
    <Card title={t('profile.access')}>
      {staff === null ? null : (
        <p>{t('profile.staff', { role: names.role(staff.role), rights: staff.rights.join(', ') || '–' })}</p>
      )}
      <DataTable
        caption={t('profile.access')}
        rows={accounts}
        keyOf={({ id }) => id}
        columns={[
          { title: t('profile.account'), cell: ({ name }) => name },
          {
            title: t('profile.mode'),
            cell: ({ livemode, networks }) => t(`mode.${modeOf(livemode, networks)}`),
          },
          { title: t('profile.organisation'), cell: ({ organisation }) => organisation.name },
          { title: t('profile.role'), cell: ({ role, role_name }) => names.role(role, role_name) },
          { title: t('profile.rights'), cell: ({ rights }) => rights.join(', ') },
        ]}
      />
    </Card>
  );
}

function LookCard() {
  const { t, locale, change } = useTexts();
  const [theme, setTheme] = useTheme();
  return (
    <Card title={t('profile.look')}>
      <div className="form">
        <Choice
          label={t('profile.language')}
          value={locale}
          options={LOCALES.map((one) => [one, languageName(one)])}
          onChange={(one) => void change(one)}
        />
        <Choice
          label={t('profile.theme')}
          value={theme}
          options={THEMES.map((one) => [one, t(`profile.theme.${one}`)])}
          onChange={setTheme}
        />
      </div>
    </Card>
  );
}
