/**
 * Whether everything is to be run (ALCOVE_THOROUGH=1): also what takes the same way through the code as another case of the ordinary run,
 * in another language, form, browser fault or place.
 */
export const thorough = process.env['ALCOVE_THOROUGH'] === '1';
