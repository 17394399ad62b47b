/** An address that no route has. Thrown from a loader, so that the answer's status is 404 too. */
export function loader(): never {
  throw new Response('Not Found', { status: 404, statusText: 'Not Found' })
}

export const action = loader

export default function NotFound() {
  return null
}
