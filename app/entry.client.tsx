// Remix requires this file, but no page loads it: browsers run app/browser.
export {}
