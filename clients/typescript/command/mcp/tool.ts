import type { ZodRawShape, z } from 'zod';
import { CommandError, explain } from '../failure.ts';
import { EXIT } from '../spec.ts';

/** A tool that agents call. `Shape` describes its input. */
export interface Tool<Shape extends ZodRawShape = ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Shape;
  readonly reads: boolean;
  /** The result as data. The signal is aborted when the agent cancels the call. */
  run(input: z.output<z.ZodObject<Shape>>, signal: AbortSignal): Promise<object>;
}

/** A tool whose input has the types of its shape. */
export function tool<Shape extends ZodRawShape>(given: Tool<Shape>): Tool {
  return given as unknown as Tool;
}

/** A tool's error, with what the agent should do. */
export function toolError(code: string, message: string): CommandError {
  return new CommandError(message, EXIT.notDone, code);
}

/** An error as data. */
export function errorData(error: unknown): { readonly code: string; readonly [field: string]: unknown } {
  const { code, message, reference, request_id } = explain(error);
  return {
    code,
    message,
    ...(reference === null ? {} : { reference }),
    ...(request_id === null ? {} : { request_id }),
  };
}

/** A phone number as logs may show it: `+23480…567`. */
export function masked(text: string): string {
  return text.replaceAll(/\+?\d{7,}/g, (digits) => `${digits.slice(0, 6)}…${digits.slice(-3)}`);
}
