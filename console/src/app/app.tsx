import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { Failure } from './api.ts';
import { Language } from './i18n.tsx';
import { router } from './router.tsx';

/** Requests that failed for a reason that passes are sent again twice. */
function mayRetry(count: number, error: Error): boolean {
  return count < 2 && (!(error instanceof Failure) || error.status === 0 || error.status >= 500);
}

export function App({ language }: { readonly language: Language }) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: mayRetry } } }));
  return (
    <QueryClientProvider client={queries}>
      <Language first={language}>
        <RouterProvider router={router} />
      </Language>
    </QueryClientProvider>
  );
}
