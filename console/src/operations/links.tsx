import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The purchase that a row is about. @param children how it is called; by default its id */
export function PurchaseLink({ id, children }: { readonly id: string; readonly children?: ReactNode }) {
  return (
    <Link to="/operations/purchases/$purchaseId" params={{ purchaseId: id }}>
      {children ?? <code>{id}</code>}
    </Link>
  );
}

/** The account that a row is about. */
export function AccountLink({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Link to="/operations/accounts/$accountId" params={{ accountId: id }}>
      {name}
    </Link>
  );
}

/** The network that a row is about. */
export function NetworkLink({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Link to="/operations/networks/$networkId" params={{ networkId: id }}>
      {name}
    </Link>
  );
}
