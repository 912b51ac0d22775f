export { entityHeader, header, satBytes, wireBody } from './acis-text.js'
export { writeSab, writeSat, type FixtureRecord, type FixtureValue } from './acis-writer.js'
