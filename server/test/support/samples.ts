/** The samples of test mode, as the worker has them. */
import { join } from 'node:path'
import { SampleFolder } from '../../src/adapters/sample-folder.ts'

export const SAMPLES = new SampleFolder(join(import.meta.dirname, '../../seed/samples'))
