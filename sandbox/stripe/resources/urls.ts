import { invalidRequest } from '../engine/errors'

/** @throws ApiError 400 url_invalid for anything a browser should not be sent to. */
export function requireWebUrl(url: string, param: string): string {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (protocol === 'http:' || protocol === 'https:') return url
  throw invalidRequest('Not a valid URL', param, 'url_invalid')
}
