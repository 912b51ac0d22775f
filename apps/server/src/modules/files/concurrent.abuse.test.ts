import { describeConcurrentChanges } from '../../testing/concurrent-changes.js'

// The nightly run makes a hundred.
describeConcurrentChanges(12)
