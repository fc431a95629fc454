/** LibreOffice starts anew for each document, and runs behind everything else that the machine does. */
export const forDocument = { timeout: 120_000 };
