import reference from '../../../fixtures/reference/statistics-vectors.json' with { type: 'json' }

export { reference }
