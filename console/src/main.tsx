import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadLanguage, preferredLocale } from './app/i18n.tsx';
import { applyTheme, readTheme } from './app/theme.ts';
import { allowEmptyHtml } from './app/trusted-types.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/frame.css';
import './ui/parts.css';
import './ui/screens.css';
import './ui/lists.css';
import './ui/print.css';

allowEmptyHtml();
applyTheme(readTheme());
// Another tab may choose another theme.
addEventListener('storage', () => applyTheme(readTheme()));
const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
const language = await loadLanguage(preferredLocale());
createRoot(root).render(
  <StrictMode>
    <App language={language} />
  </StrictMode>,
);
