import { apiError } from '~/web/api.server'

/** A call that does not exist. */
export const loader = () => apiError(404, 'Not Found')
export const action = loader
