/** Texts of scripts: each Spanish page with scripts carries all of these. */
export const scripts: Record<string, string> = {}
