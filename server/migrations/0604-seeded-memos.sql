-- A worker seeds sandboxes, with a memo and the render of its file.
GRANT SELECT, INSERT ON memos TO tieout_worker;
GRANT INSERT ON memo_renders TO tieout_worker;
