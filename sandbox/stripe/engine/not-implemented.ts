import { invalidRequest } from './errors'

/** Refuses parameters that Stripe supports and the sandbox would otherwise ignore silently. */
export function refuse<Params extends object>(params: Params, names: (keyof Params & string)[]): void {
  for (const name of names) {
    const value: unknown = params[name]
    if (value !== undefined && value !== '') throw invalidRequest(`The sandbox does not implement ${name}.`, name)
  }
}
