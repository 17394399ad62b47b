// Lists every package of the lock file by license: the build stores it as build/licenses.md, and `npm run licenses` prints it.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Old packages that lack the license field; each license was read by hand. */
const BY_HAND = { eval: 'MIT', format: 'MIT', 'png-js': 'MIT', 'require-like': 'MIT' }

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Returns the packages of a lock file: name, version, license, and whether the running application includes it. */
export function packagesOf(lock) {
  return Object.entries(lock.packages)
    .filter(([place]) => place)
    .map(([place, { version, license, dev, devOptional, integrity, hasInstallScript }]) => ({
      name: nameOf(place),
      version,
      license: license ?? BY_HAND[nameOf(place)] ?? 'unknown',
      runs: !dev && !devOptional,
      integrity,
      hasInstallScript: Boolean(hasInstallScript),
    }))
}

function table(packages) {
  const byLicense = new Map()
  for (const { license, name } of packages) byLicense.set(license, (byLicense.get(license) ?? new Set()).add(name))
  const rows = [...byLicense].sort(([a, x], [b, y]) => y.size - x.size || a.localeCompare(b, 'en'))
  return ['| license | packages | names |', '|---|---|---|']
    .concat(rows.map(([license, names]) => `| ${license} | ${names.size} | ${[...names].sort().join(', ')} |`))
    .join('\n')
}

export const readLock = () => JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))

export function licenseList() {
  const packages = packagesOf(readLock())
  return `# Licenses

From the lock file; a test holds that each license is one that a school can live with. \`npm run sbom\` prints what is installed as a
CycloneDX document, with versions and checksums.

## What a running application has
${table(packages.filter(({ runs }) => runs))}

## What building and testing has besides
${table(packages.filter(({ runs }) => !runs))}
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(licenseList())
