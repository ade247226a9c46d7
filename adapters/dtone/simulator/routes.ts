import type { FastifyInstance } from 'fastify';
import type { World } from '../../simulation/world.ts';
import type { Gatekeeper } from './accounts.ts';
import { sendJson } from './answers.ts';
import { handleCancel, handleConfirm, handleGet, handleList, type Query } from './inquiries.ts';
import { handleSubmit } from './submit.ts';
import { balancesJson } from './wire.ts';

interface ById {
  Params: { id: string };
}

/** DT One's part of the server: version 1 of its API, as far as orders need it. */
export function registerRoutes(app: FastifyInstance, world: World, gate: Gatekeeper): void {
  for (const mode of ['async', 'sync'] as const) {
    app.post(`/v1/${mode}/transactions`, (request, reply) => {
      const account = gate.admit(request, reply);
      return account === null ? reply : handleSubmit(world, account, request.body, mode === 'sync', reply);
    });

    app.post<ById>(`/v1/${mode}/transactions/:id/confirm`, (request, reply) => {
      const account = gate.admit(request, reply);
      return account === null ? reply : handleConfirm(world, account, request.params.id, reply);
    });
  }

  app.post<ById>('/v1/transactions/:id/cancel', (request, reply) => {
    const account = gate.admit(request, reply);
    return account === null ? reply : handleCancel(world, account, request.params.id, reply);
  });

  app.get<ById>('/v1/transactions/:id', (request, reply) => {
    const account = gate.admit(request, reply);
    return account === null ? reply : handleGet(world, account, request.params.id, reply);
  });

  app.get<{ Querystring: Query }>('/v1/transactions', (request, reply) => {
    const account = gate.admit(request, reply);
    return account === null ? reply : handleList(world, account, request.query, reply);
  });

  app.get('/v1/balances', (request, reply) => {
    const account = gate.admit(request, reply);
    return account === null ? reply : sendJson(reply, 200, balancesJson(account));
  });
}
