// Remix asks for this file. No page loads it: what browsers run is app/browser.
export {}
