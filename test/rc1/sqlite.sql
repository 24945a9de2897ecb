CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE users (
    id integer primary key,
    name text not null,
    name_key text not null unique,
    display_name text not null,
    password_hash text not null,
    created_at text not null,
    disabled_at text
  , provider text not null default 'local', external_id text) strict;
CREATE TABLE user_roles (
    user_id integer not null references users (id) on delete cascade,
    role_name text not null,
    primary key (user_id, role_name)
  ) strict, without rowid;
CREATE TABLE sessions (
    id_hash text primary key,
    user_id integer not null references users (id) on delete cascade,
    created_at text not null,
    last_seen_at text not null
  , device text, address text, kept text, provider_session text, asked_at text, confirmed_at text) strict, without rowid;
CREATE TABLE login_attempts (
    key text primary key,
    forgotten_at_ms integer not null
  ) strict, without rowid;
CREATE TABLE versions (
    name text primary key,
    value integer not null
  ) strict, without rowid;
CREATE TABLE contents (
    hash text primary key,
    bytes integer not null,
    state text not null check (state in ('readable', 'broken', 'encrypted')),
    fault text,
    pages integer,
    title text,
    page_sizes text,
    read_at text not null
  , extraction integer not null default 1) strict, without rowid;
CREATE TABLE page_texts (
    hash text not null references contents (hash) on delete cascade,
    page integer not null,
    text text not null,
    primary key (hash, page)
  ) strict, without rowid;
CREATE TABLE pictures (
    hash text primary key references contents (hash) on delete cascade,
    type text not null,
    image blob not null
  ) strict;
CREATE TABLE files (
    id integer primary key,
    path text not null unique,
    name text not null,
    name_key text not null,
    depth integer not null,
    bytes integer not null,
    modified_ns text not null,
    inode text not null,
    seen_at text not null,
    settled_at text,
    hash text references contents (hash),
    verdict text not null,
    fault text,
    nearest_document_id integer,
    twin_id integer,
    gone_at text,
    seq integer not null default 0
  , former_document_id integer) strict;
CREATE TABLE scan_state (
    id integer primary key check (id = 1),
    holder text,
    held_until_ms integer not null default 0,
    started_at text,
    finished_at text,
    fault text,
    fault_since text, warning text, asked integer not null default 0) strict;
CREATE TABLE "customers" (
    id integer primary key autoincrement,
    name text not null,
    name_key text not null unique,
    sort_key text not null,
    documents_version integer not null default 0,
    version integer not null default 1
  ) strict;
CREATE TABLE "documents" (
    id integer primary key autoincrement,
    customer_id integer not null references "customers" (id) on delete restrict,
    doc_num text not null check (doc_num <> ''),
    doc_desc text not null,
    doc_rev text not null check (doc_rev <> ''),
    language text check (language not in ('', '-')),
    file_key text not null,
    short_file_key text not null,
    sort_key text not null,
    created_by_user text not null,
    modified_by_user text not null,
    created_at text not null,
    modified_at text not null,
    version integer not null default 1,
    loose_num text generated always as (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(doc_num), ' ', ''), '-', ''), '_', ''), '.', ''), ',', ''), ';', ''), ':', ''), '/', ''), '\', ''), '(', ''), ')', ''), '[', ''), ']', ''), '+', ''), '&', ''), '#', ''), '*', ''), '?', ''), '"', ''), '<', ''), '>', ''), '|', '')) virtual
  , issued_on text) strict;
CREATE TABLE entry_files (
    document_id integer primary key references documents (id) on delete cascade,
    file_id integer references files (id) on delete set null,
    seq integer not null default 0
  ) strict;
CREATE TABLE feed_cursors (
    name text primary key,
    audit_id integer not null
  ) strict, without rowid;
CREATE TABLE secrets (name text primary key, value text not null) strict, without rowid;
CREATE TABLE access_audit (
      id integer primary key autoincrement,
      at text not null,
      action text not null,
      user text,
      by_user text,
      address text,
      detail text
    ) strict;
CREATE TABLE file_changes (
    id integer primary key,
    mark text not null,
    at text not null,
    user text not null,
    change_id text not null,
    action text not null,
    document_id integer not null,
    file_id integer,
    before text,
    from_path text not null,
    to_path text not null,
    bytes integer not null,
    modified_ns text not null,
    inode text not null
  );
CREATE TABLE near_keys (
    near_key text not null,
    name_key text not null,
    primary key (near_key, name_key)
  );
CREATE TABLE jobs (
    id text primary key,
    kind text not null check (kind in ('import', 'preview')),
    by_user text not null,
    file_name text not null,
    change_id text not null,
    mark text not null,
    held_until_ms bigint not null,
    state text not null check (state in ('reading', 'checking', 'writing', 'taking_back',
      'done', 'refused', 'called_off', 'failed')),
    rows_total integer,
    rows_done integer not null,
    started_at text not null,
    finished_at text,
    called_off_by text,
    report text,
    fault text
  , takes_back text, taken_back text, deletion text);
CREATE TABLE import_headings (
    heading_key text primary key,
    field text,
    chosen_by_user text not null,
    chosen_at text not null
  );
CREATE TABLE former_numbers (
    loose_num text not null,
    document_id integer not null,
    primary key (loose_num, document_id)
  );
CREATE TABLE changes (
    change_id text primary key,
    first_id integer not null,
    last_id integer not null,
    lines integer not null
  );
CREATE TABLE opened_documents (
    user_name text not null,
    document_id bigint not null,
    times integer not null,
    last_at text not null,
    primary key (user_name, document_id)
  );
CREATE TABLE searches_without_hit (
    code_key text primary key,
    times integer not null,
    last_at text not null
  );
CREATE TABLE standards (
    id integer primary key autoincrement,
    customer_id integer not null,
    number_key text not null,
    language_key text not null,
    settled_order text,
    notice_kind text check (notice_kind in ('withdrawn', 'replaced', 'not_for_new_design')),
    notice_on text,
    notice_remark text,
    replaced_by_customer_id integer,
    replaced_by_num text,
    replaced_by_language text,
    version integer not null default 1
  ) strict;
CREATE TABLE revisions (
    document_id integer primary key,
    standard_id integer not null,
    place integer not null,
    status text not null check (status in ('latest', 'superseded', 'withdrawn', 'unsure'))
  ) strict;
CREATE TABLE "audit" (
    id integer primary key autoincrement,
    at text not null,
    user text not null,
    change_id text not null,
    action text not null,
    subject text not null check (subject in ('customer', 'document', 'file', 'standard')),
    subject_id integer not null,
    before text,
    after text,
    customer_id integer,
    previous_customer_id integer,
    document_id integer
  ) strict;
CREATE TABLE content_words (
    hash text primary key references contents (hash) on delete cascade,
    words bytea not null
  );
CREATE TABLE redlines (
    from_hash text not null,
    to_hash text not null,
    engine integer not null,
    made_at text not null,
    result_gz bytea not null,
    runs_gz bytea not null,
    primary key (from_hash, to_hash)
  );
CREATE TABLE number_shapes (
    shape text primary key,
    count bigint not null
  );
CREATE TABLE mentions (
    number_key text not null,
    hash text not null references contents (hash) on delete cascade,
    written text not null,
    times integer not null,
    alone_times integer not null,
    likely_times integer not null,
    places text not null,
    primary key (number_key, hash)
  );
CREATE TABLE content_mentions (
    hash text primary key references contents (hash) on delete cascade,
    shapes bigint not null,
    extraction integer not null,
    words integer not null
  );
CREATE TABLE missing_numbers (
    number_key text primary key,
    written text not null,
    customer_id bigint,
    documents integer not null,
    mentions integer not null
  );
CREATE TABLE ocr_contents (
    hash text primary key references contents (hash) on delete cascade,
    state text not null,
    version integer not null,
    fault text,
    held_until_ms bigint not null default 0,
    changed_at text not null
  );
CREATE TABLE ocr_texts (
    hash text not null references contents (hash) on delete cascade,
    page integer not null,
    text text not null, words text,
    primary key (hash, page)
  );
CREATE TABLE outside_checks (
      user_id bigint primary key references users (id) on delete cascade,
      checked_at text not null
    );
CREATE TABLE workers (
        node text not null,
        name text not null,
        seen_at text not null,
        running integer not null,
        waiting integer,
        last_success_at text,
        last_fault_at text,
        last_fault text,
        primary key (node, name)
      );
insert into "kysely_migration" ("name", "timestamp") values ('0001_foundation', '2026-11-19T06:02:03.357Z');
insert into "kysely_migration" ("name", "timestamp") values ('0002_console_and_intake', '2026-11-19T06:02:03.365Z');
insert into "kysely_migration" ("name", "timestamp") values ('0003_stored_match_and_feed', '2026-11-19T06:02:03.391Z');
insert into "kysely_migration" ("name", "timestamp") values ('0004_secrets', '2026-11-19T06:02:03.392Z');
insert into "kysely_migration" ("name", "timestamp") values ('0005_scan_warning', '2026-11-19T06:02:03.399Z');
insert into "kysely_migration" ("name", "timestamp") values ('0006_access_audit', '2026-11-19T06:02:03.402Z');
insert into "kysely_migration" ("name", "timestamp") values ('0007_extraction_version', '2026-11-19T06:02:03.404Z');
insert into "kysely_migration" ("name", "timestamp") values ('0008_file_changes', '2026-11-19T06:02:03.404Z');
insert into "kysely_migration" ("name", "timestamp") values ('0009_near_keys_and_jobs', '2026-11-19T06:02:03.406Z');
insert into "kysely_migration" ("name", "timestamp") values ('0011_former_match', '2026-11-19T06:02:03.407Z');
insert into "kysely_migration" ("name", "timestamp") values ('0012_import_headings_and_history', '2026-11-19T06:02:03.414Z');
insert into "kysely_migration" ("name", "timestamp") values ('0013_scan_requests', '2026-11-19T06:02:03.416Z');
insert into "kysely_migration" ("name", "timestamp") values ('0014_search', '2026-11-19T06:02:03.419Z');
insert into "kysely_migration" ("name", "timestamp") values ('0015_standards', '2026-11-19T06:02:03.432Z');
insert into "kysely_migration" ("name", "timestamp") values ('0016_content_words', '2026-11-19T06:02:03.437Z');
insert into "kysely_migration" ("name", "timestamp") values ('0017_redlines', '2026-11-19T06:02:03.438Z');
insert into "kysely_migration" ("name", "timestamp") values ('0018_references', '2026-11-19T06:02:03.439Z');
insert into "kysely_migration" ("name", "timestamp") values ('0019_ocr', '2026-11-19T06:02:03.440Z');
insert into "kysely_migration" ("name", "timestamp") values ('0020_outside_accounts', '2026-11-19T06:02:03.453Z');
insert into "kysely_migration" ("name", "timestamp") values ('0021_take_back_jobs', '2026-11-19T06:02:03.456Z');
insert into "kysely_migration" ("name", "timestamp") values ('0022_delete_jobs', '2026-11-19T06:02:03.461Z');
insert into "kysely_migration" ("name", "timestamp") values ('0023_ocr_words', '2026-11-19T06:02:03.463Z');
insert into "kysely_migration" ("name", "timestamp") values ('0024_workers', '2026-11-19T06:02:03.464Z');
insert into "kysely_migration_lock" ("id", "is_locked") values ('migration_lock', 0);
insert into "users" ("id", "name", "name_key", "display_name", "password_hash", "created_at", "disabled_at", "provider", "external_id") values (1, 'jsmith', 'jsmith', 'J. Smith', '$argon2id$v=19$m=19456,t=2,p=1$Nh3pLJ4ozxLL3/Jbfv5sUA$RaaMayJlF0rngKQcU/sF32OPuIAD4GgslOqhHtFnbUM', '2026-11-19T06:02:26.000Z', null, 'local', null);
insert into "user_roles" ("user_id", "role_name") values (1, 'EGD_LIB_EDIT');
insert into "versions" ("name", "value") values ('audit', 9);
insert into "versions" ("name", "value") values ('auth', 2);
insert into "versions" ("name", "value") values ('catalogue', 13);
insert into "versions" ("name", "value") values ('files', 11);
insert into "contents" ("hash", "bytes", "state", "fault", "pages", "title", "page_sizes", "read_at", "extraction") values ('447c10178b8587a06acff228b6f87ff6eb03cc13f59f0963ffbee1ca608dcd78', 1308, 'readable', null, 1, null, '[{"pages":1,"width":595.28,"height":841.89}]', '2026-11-19T06:02:15.922Z', 4);
insert into "contents" ("hash", "bytes", "state", "fault", "pages", "title", "page_sizes", "read_at", "extraction") values ('489f1c8fed9da26857586fb63945460da7acf357b2c5b3e4331b475c07f0f303', 1300, 'readable', null, 1, null, '[{"pages":1,"width":595.28,"height":841.89}]', '2026-11-19T06:02:15.894Z', 4);
insert into "page_texts" ("hash", "page", "text") values ('447c10178b8587a06acff228b6f87ff6eb03cc13f59f0963ffbee1ca608dcd78', 1, 'Zinc plating of small parts, see AM-2');
insert into "page_texts" ("hash", "page", "text") values ('489f1c8fed9da26857586fb63945460da7acf357b2c5b3e4331b475c07f0f303', 1, 'Zinc plating of parts, see AM-2');
insert into "pictures" ("hash", "type", "image") values ('489f1c8fed9da26857586fb63945460da7acf357b2c5b3e4331b475c07f0f303', 'image/png', x'89504e470d0a1a0a0000000d4948445200000140000001c5040300000071c33df20000002a504c5445ffffffaaaaaa888888999999bbbbbbeeeeeeccccccdddddd555555666666777777444444333333222222878da069000002c349444154785eedd1bd4f53511807e073cb85a69d486b42cb04e282d395100de8d0f881d4a98d3ae05413886062d204f12b2e6842aa4e22446e5d5043acff8091d9c9ffcab440c2d0b50ce639c9cdbdf73d27eff99de7846010204080000102040810204080000102040810204080000102ff8f40747eb676749a915a08dda737c6fa9cf069180b0b213cea3335c0d2c8f5ade350994a886e1f7f67778fb6cc9c04eefe76ee1f0eff09b9b9ca00e3f469fd62bd9a3e6b8de65b853b7b6bdbd574fd4312b78abfe2c3839f5b57afcda5b5b094be6c0fa5cdecb75be9bdb7213b94f4e932c0d24ea65c1f6f36f32bed856ab150aecf45497e63673f9eb8b0fcf1527eed4a084b57caa5d2fc44f47d77bb3075a3563dad3ac060c7ad3349a65c9fdf68e457daa5f16ec0e928c9750326939b5f67f3cf179b21bb78f1e1eacd466e6a6b67bbb85c3f187ca8d33b3c69b5cbf5736925ffbb50ea4cb6cbf5992f49fceef27efcf7c7fb37b3b9e9cee3b0d4594d1fec555e8599cf9bc5f0ba357ab6094f241b21f4ee2ebadb0b102761b8fbae45ddfad9de6a5f80f82443fca9379f6df45da64880000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040626f00fa4354b0c99cf59b30000000049454e44ae426082');
insert into "pictures" ("hash", "type", "image") values ('447c10178b8587a06acff228b6f87ff6eb03cc13f59f0963ffbee1ca608dcd78', 'image/png', x'89504e470d0a1a0a0000000d4948445200000140000001c5040300000071c33df200000027504c5445ffffffaaaaaa888888999999bbbbbbeeeeeeccccccdddddd555555666666222222777777444444fc3fc96c000002f949444154785eedd3cf4b14611c07e07797dd0d998bf92377f1a29241b75522dcec6041a974d9a51fd24d23433b4966089ed49015bba863b56c972e9d174c2b3c455042ff54acae21e5d13cc4f3c2ccbcbcdf99f7fdbccfcc84a011204080000102040810204080000102040810204080000102ff8f40a2e74af17037996208f5e3a0751ced7072fc84bd0ea7dbd3ed217deb84d2a90f656eae344225874262b8d13fb7d558281d771df69e1d5b39bd94799ffa10a60b47db39f554c7279c9f1dadbc283747e5963b6fa737462bb3aff2a972ebf74cf94a7975ebcbcbb82b2a77acbefe793dbb1cc2d4f2d4e2c36a480c3e584bae84fb4d33ff345963f238992b75cecc4493d5dba3ad2db95221918fe6e25a6af1deced6a5c79b715734f966e26b6d61a43d8491f68d814276bca97061efd16e5fe8398b7cc97c32571a9c1b8f26abd9ce7ac0cb897cd35c5c4bcfc6bd3bdd8bdbf580ebf1626d61ac10c25861f3c6e04471be3fde5edf7d12e5cf22e0d37235576aab0c45fb2dd9cfddd55ca9ff5d3eb57ab59659fbd8bb73716d29ee8af6dbaadf6af3037be7c3d45e7663be52ec0b9b9f7eec866bab67f28a1b0ac9f1100ebef9c4dde683a1f4d1a95ea9b7e2f3c33bcee4cf68a43a76491dad9bdafca3f8bbf2f743460810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080000102040810204080c0290afc023d706141e202116a0000000049454e44ae426082');
insert into "files" ("id", "path", "name", "name_key", "depth", "bytes", "modified_ns", "inode", "seen_at", "settled_at", "hash", "verdict", "fault", "nearest_document_id", "twin_id", "gone_at", "seq", "former_document_id") values (1, 'AM-1_EN_1.pdf', 'AM-1_EN_1.pdf', 'am-1_en_1.pdf', 0, 1300, '1795068121883513469', '2180078', '2026-11-19T06:02:09.735Z', '2026-11-19T06:02:14.768Z', '489f1c8fed9da26857586fb63945460da7acf357b2c5b3e4331b475c07f0f303', 'matched', null, null, null, null, 10, null);
insert into "files" ("id", "path", "name", "name_key", "depth", "bytes", "modified_ns", "inode", "seen_at", "settled_at", "hash", "verdict", "fault", "nearest_document_id", "twin_id", "gone_at", "seq", "former_document_id") values (2, 'AM-1_EN_2.pdf', 'AM-1_EN_2.pdf', 'am-1_en_2.pdf', 0, 1308, '1795068121891513470', '2180079', '2026-11-19T06:02:09.735Z', '2026-11-19T06:02:14.768Z', '447c10178b8587a06acff228b6f87ff6eb03cc13f59f0963ffbee1ca608dcd78', 'matched', null, null, null, null, 11, null);
insert into "scan_state" ("id", "holder", "held_until_ms", "started_at", "finished_at", "fault", "fault_since", "warning", "asked") values (1, null, 0, '2026-11-19T06:02:14.761Z', '2026-11-19T06:02:14.789Z', null, null, null, 0);
insert into "customers" ("id", "name", "name_key", "sort_key", "documents_version", "version") values (1, 'Aurora Motors', 'aurora motors', 'aurora motorsAurora Motors', 7, 1);
insert into "customers" ("id", "name", "name_key", "sort_key", "documents_version", "version") values (2, 'Borealis Rail', 'borealis rail', 'borealis railBorealis Rail', 3, 1);
insert into "documents" ("id", "customer_id", "doc_num", "doc_desc", "doc_rev", "language", "file_key", "short_file_key", "sort_key", "created_by_user", "modified_by_user", "created_at", "modified_at", "version", "issued_on") values (1, 1, 'AM-1', 'Zinc plating', '1', 'EN', 'am-1_en_1.pdf', 'am-1_1.pdf', 'am-011en011AM-1EN1', 'jsmith', 'jsmith', '2026-11-19T06:02:06.305Z', '2026-11-19T06:02:06.305Z', 1, '2019-03-01');
insert into "documents" ("id", "customer_id", "doc_num", "doc_desc", "doc_rev", "language", "file_key", "short_file_key", "sort_key", "created_by_user", "modified_by_user", "created_at", "modified_at", "version", "issued_on") values (2, 1, 'AM-1', 'Zinc plating', '2', 'EN', 'am-1_en_2.pdf', 'am-1_2.pdf', 'am-011en012AM-1EN2', 'jsmith', 'jsmith', '2026-11-19T06:02:06.305Z', '2026-11-19T06:02:06.305Z', 1, '2022-05-09');
insert into "documents" ("id", "customer_id", "doc_num", "doc_desc", "doc_rev", "language", "file_key", "short_file_key", "sort_key", "created_by_user", "modified_by_user", "created_at", "modified_at", "version", "issued_on") values (3, 1, 'AM-2', 'Torque of bolts and nuts', '2015', 'EN', 'am-2_en_2015.pdf', 'am-2_2015.pdf', 'am-012en042015AM-2EN2015', 'jsmith', 'jsmith', '2026-11-19T06:02:06.305Z', '2026-11-19T06:02:08.074Z', 2, null);
insert into "documents" ("id", "customer_id", "doc_num", "doc_desc", "doc_rev", "language", "file_key", "short_file_key", "sort_key", "created_by_user", "modified_by_user", "created_at", "modified_at", "version", "issued_on") values (4, 1, 'AM-2', 'Torque of bolts', '2015/Amd 1:2021', 'EN', 'am-2_en_2015-amd 1-2021.pdf', 'am-2_2015-amd 1-2021.pdf', 'am-012en042015/amd 011:042021AM-2EN2015/Amd 1:2021', 'jsmith', 'jsmith', '2026-11-19T06:02:06.305Z', '2026-11-19T06:02:06.305Z', 1, null);
insert into "documents" ("id", "customer_id", "doc_num", "doc_desc", "doc_rev", "language", "file_key", "short_file_key", "sort_key", "created_by_user", "modified_by_user", "created_at", "modified_at", "version", "issued_on") values (5, 2, 'BR-7', 'Brake discs', 'A', null, 'br-7_-_a.pdf', 'br-7_a.pdf', 'br-017aBR-7A', 'jsmith', 'jsmith', '2026-11-19T06:02:06.305Z', '2026-11-19T06:02:06.305Z', 1, null);
insert into "documents" ("id", "customer_id", "doc_num", "doc_desc", "doc_rev", "language", "file_key", "short_file_key", "sort_key", "created_by_user", "modified_by_user", "created_at", "modified_at", "version", "issued_on") values (6, 2, 'BR-7', 'Brake discs', '2009-04', null, 'br-7_-_2009-04.pdf', 'br-7_2009-04.pdf', 'br-017042009-014BR-72009-04', 'jsmith', 'jsmith', '2026-11-19T06:02:06.305Z', '2026-11-19T06:02:06.305Z', 1, null);
insert into "entry_files" ("document_id", "file_id", "seq") values (1, 1, 4);
insert into "entry_files" ("document_id", "file_id", "seq") values (2, 2, 5);
insert into "feed_cursors" ("name", "audit_id") values ('former numbers', 9);
insert into "feed_cursors" ("name", "audit_id") values ('matching', 9);
insert into "feed_cursors" ("name", "audit_id") values ('standards 2', 9);
insert into "access_audit" ("id", "at", "action", "user", "by_user", "address", "detail") values (1, '2026-11-19T06:02:26.198Z', 'account_added', 'jsmith', 'root (command line)', null, null);
insert into "access_audit" ("id", "at", "action", "user", "by_user", "address", "detail") values (2, '2026-11-19T06:02:26.199Z', 'role_given', 'jsmith', 'root (command line)', null, 'EGD_LIB_EDIT');
insert into "jobs" ("id", "kind", "by_user", "file_name", "change_id", "mark", "held_until_ms", "state", "rows_total", "rows_done", "started_at", "finished_at", "called_off_by", "report", "fault", "takes_back", "taken_back", "deletion") values ('bee7d829-34d7-47a6-bb6c-bd1a0999d546', 'import', 'jsmith', 'a.csv', '557fe08f-d351-443e-938e-fffd9e60b4d8', '5bce98f7-10286-762b4a68', 1795068155810, 'done', 6, 6, '2026-11-19T06:02:05.799Z', '2026-11-19T06:02:06.356Z', null, '{"header_row":1,"columns":[{"letter":"A","heading":"customer","example":"Aurora Motors","field":"customer"},{"letter":"B","heading":"doc_num","example":"AM-1","field":"doc_num"},{"letter":"C","heading":"doc_desc","example":"Zinc plating","field":"doc_desc"},{"letter":"D","heading":"doc_rev","example":"1","field":"doc_rev"},{"letter":"E","heading":"language","example":"EN","field":"language"},{"letter":"F","heading":"issued_on","example":"2019-03-01","field":"issued_on"}],"missing":[],"added":6,"changed":0,"renamed":0,"unchanged":0,"added_rows":[{"row":2,"customer":"Aurora Motors","doc_num":"AM-1","doc_desc":"Zinc plating","language":"EN","doc_rev":"1","issued_on":"2019-03-01","before":null},{"row":3,"customer":"Aurora Motors","doc_num":"AM-1","doc_desc":"Zinc plating","language":"EN","doc_rev":"2","issued_on":"2022-05-09","before":null},{"row":4,"customer":"Aurora Motors","doc_num":"AM-2","doc_desc":"Torque of bolts","language":"EN","doc_rev":"2015","issued_on":null,"before":null},{"row":5,"customer":"Aurora Motors","doc_num":"AM-2","doc_desc":"Torque of bolts","language":"EN","doc_rev":"2015/Amd 1:2021","issued_on":null,"before":null},{"row":6,"customer":"Borealis Rail","doc_num":"BR-7","doc_desc":"Brake discs","language":null,"doc_rev":"A","issued_on":null,"before":null},{"row":7,"customer":"Borealis Rail","doc_num":"BR-7","doc_desc":"Brake discs","language":null,"doc_rev":"2009-04","issued_on":null,"before":null}],"changed_rows":[],"refused":[],"refused_count":0,"warnings":[],"warnings_count":0,"absent":[],"absent_count":0,"absent_customers":[],"written":true,"change_id":"557fe08f-d351-443e-938e-fffd9e60b4d8"}', null, null, null, null);
insert into "jobs" ("id", "kind", "by_user", "file_name", "change_id", "mark", "held_until_ms", "state", "rows_total", "rows_done", "started_at", "finished_at", "called_off_by", "report", "fault", "takes_back", "taken_back", "deletion") values ('c5525ae4-21ba-490e-953b-cbbfd86205f8', 'import', 'jsmith', 'b.csv', '55e21d19-4dfe-403c-9eea-ea1d94016f7d', '5bce98f7-10314-f7e58abc', 1795068157572, 'done', 6, 6, '2026-11-19T06:02:07.560Z', '2026-11-19T06:02:08.138Z', null, '{"header_row":1,"columns":[{"letter":"A","heading":"customer","example":"Aurora Motors","field":"customer"},{"letter":"B","heading":"doc_num","example":"AM-1","field":"doc_num"},{"letter":"C","heading":"doc_desc","example":"Zinc plating","field":"doc_desc"},{"letter":"D","heading":"doc_rev","example":"1","field":"doc_rev"},{"letter":"E","heading":"language","example":"EN","field":"language"},{"letter":"F","heading":"issued_on","example":"2019-03-01","field":"issued_on"}],"missing":[],"added":0,"changed":1,"renamed":0,"unchanged":5,"added_rows":[],"changed_rows":[{"row":4,"customer":"Aurora Motors","doc_num":"AM-2","doc_desc":"Torque of bolts and nuts","language":"EN","doc_rev":"2015","issued_on":null,"before":{"customer":"Aurora Motors","doc_num":"AM-2","doc_desc":"Torque of bolts","language":"EN","doc_rev":"2015","issued_on":null}}],"refused":[],"refused_count":0,"warnings":[],"warnings_count":0,"absent":[],"absent_count":0,"absent_customers":[],"written":true,"change_id":"55e21d19-4dfe-403c-9eea-ea1d94016f7d"}', null, null, null, null);
insert into "changes" ("change_id", "first_id", "last_id", "lines") values ('557fe08f-d351-443e-938e-fffd9e60b4d8', 1, 8, 8);
insert into "changes" ("change_id", "first_id", "last_id", "lines") values ('55e21d19-4dfe-403c-9eea-ea1d94016f7d', 9, 9, 1);
insert into "standards" ("id", "customer_id", "number_key", "language_key", "settled_order", "notice_kind", "notice_on", "notice_remark", "replaced_by_customer_id", "replaced_by_num", "replaced_by_language", "version") values (1, 1, 'am1', 'en', null, null, null, null, null, null, null, 1);
insert into "standards" ("id", "customer_id", "number_key", "language_key", "settled_order", "notice_kind", "notice_on", "notice_remark", "replaced_by_customer_id", "replaced_by_num", "replaced_by_language", "version") values (2, 1, 'am2', 'en', null, null, null, null, null, null, null, 1);
insert into "standards" ("id", "customer_id", "number_key", "language_key", "settled_order", "notice_kind", "notice_on", "notice_remark", "replaced_by_customer_id", "replaced_by_num", "replaced_by_language", "version") values (3, 2, 'br7', '', null, 'withdrawn', '2024-01-01', 'No longer made', null, null, null, 1);
insert into "revisions" ("document_id", "standard_id", "place", "status") values (1, 1, 1, 'superseded');
insert into "revisions" ("document_id", "standard_id", "place", "status") values (2, 1, 0, 'latest');
insert into "revisions" ("document_id", "standard_id", "place", "status") values (3, 2, 1, 'superseded');
insert into "revisions" ("document_id", "standard_id", "place", "status") values (4, 2, 0, 'latest');
insert into "revisions" ("document_id", "standard_id", "place", "status") values (5, 3, 1, 'unsure');
insert into "revisions" ("document_id", "standard_id", "place", "status") values (6, 3, 0, 'unsure');
insert into "audit" ("id", "at", "user", "change_id", "action", "subject", "subject_id", "before", "after", "customer_id", "previous_customer_id", "document_id") values (1, '2026-11-19T06:02:06.305Z', 'jsmith', '557fe08f-d351-443e-938e-fffd9e60b4d8', 'added', 'customer', 1, null, '{"customer":"Aurora Motors"}', 1, null, null);
insert into "audit" ("id", "at", "user", "change_id", "action", "subject", "subject_id", "before", "after", "customer_id", "previous_customer_id", "document_id") values (2, '2026-11-19T06:02:06.305Z', 'jsmith', '557fe08f-d351-443e-938e-fffd9e60b4d8', 'added', 'customer', 2, null, '{"customer":"Borealis Rail"}', 2, null, null);
insert into "audit" ("id", "at", "user", "change_id", "action", "subject", "subject_id", "before", "after", "customer_id", "previous_customer_id", "document_id") values (3, '2026-11-19T06:02:06.305Z', 'jsmith', '557fe08f-d351-443e-938e-fffd9e60b4d8', 'added', 'document', 1, null, '{"customer":"Aurora Motors","doc_num":"AM-1","doc_desc":"Zinc plating","language":"EN","doc_rev":"1","issued_on":"2019-03-01"}', 1, null, 1);
insert into "audit" ("id", "at", "user", "change_id", "action", "subject", "subject_id", "before", "after", "customer_id", "previous_customer_id", "document_id") values (4, '2026-11-19T06:02:06.305Z', 'jsmith', '557fe08f-d351-443e-938e-fffd9e60b4d8', 'added', 'document', 2, null, '{"customer":"Aurora Motors","doc_num":"AM-1","doc_desc":"Zinc plating","language":"EN","doc_rev":"2","issued_on":"2022-05-09"}', 1, null, 2);
insert into "audit" ("id", "at", "user", "change_id", "action", "subject", "subject_id", "before", "after", "customer_id", "previous_customer_id", "document_id") values (5, '2026-11-19T06:02:06.305Z', 'jsmith', '557fe08f-d351-443e-938e-fffd9e60b4d8', 'added', 'document', 3, null, '{"customer":"Aurora Motors","doc_num":"AM-2","doc_desc":"Torque of bolts","language":"EN","doc_rev":"2015"}', 1, null, 3);
insert into "audit" ("id", "at", "user", "change_id", "action", "subject", "subject_id", "before", "after", "customer_id", "previous_customer_id", "document_id") values (6, '2026-11-19T06:02:06.305Z', 'jsmith', '557fe08f-d351-443e-938e-fffd9e60b4d8', 'added', 'document', 4, null, '{"customer":"Aurora Motors","doc_num":"AM-2","doc_desc":"Torque of bolts","language":"EN","doc_rev":"2015/Amd 1:2021"}', 1, null, 4);
insert into "audit" ("id", "at", "user", "change_id", "action", "subject", "subject_id", "before", "after", "customer_id", "previous_customer_id", "document_id") values (7, '2026-11-19T06:02:06.305Z', 'jsmith', '557fe08f-d351-443e-938e-fffd9e60b4d8', 'added', 'document', 5, null, '{"customer":"Borealis Rail","doc_num":"BR-7","doc_desc":"Brake discs","language":null,"doc_rev":"A"}', 2, null, 5);
insert into "audit" ("id", "at", "user", "change_id", "action", "subject", "subject_id", "before", "after", "customer_id", "previous_customer_id", "document_id") values (8, '2026-11-19T06:02:06.305Z', 'jsmith', '557fe08f-d351-443e-938e-fffd9e60b4d8', 'added', 'document', 6, null, '{"customer":"Borealis Rail","doc_num":"BR-7","doc_desc":"Brake discs","language":null,"doc_rev":"2009-04"}', 2, null, 6);
insert into "audit" ("id", "at", "user", "change_id", "action", "subject", "subject_id", "before", "after", "customer_id", "previous_customer_id", "document_id") values (9, '2026-11-19T06:02:08.074Z', 'jsmith', '55e21d19-4dfe-403c-9eea-ea1d94016f7d', 'changed', 'document', 3, '{"customer":"Aurora Motors","doc_num":"AM-2","doc_desc":"Torque of bolts","language":"EN","doc_rev":"2015"}', '{"customer":"Aurora Motors","doc_num":"AM-2","doc_desc":"Torque of bolts and nuts","language":"EN","doc_rev":"2015"}', 1, null, 3);
insert into "content_words" ("hash", "words") values ('489f1c8fed9da26857586fb63945460da7acf357b2c5b3e4331b475c07f0f303', x'6364606050646060605bc0fd80eb045307931f03c31ce6000686521f06864720de23463f0686734c519979c95c053989259979e95cf9695c05894525c53a5cc5a9a95c8ebeba4600');
insert into "content_words" ("hash", "words") values ('447c10178b8587a06acff228b6f87ff6eb03cc13f59f0963ffbee1ca608dcd78', x'6364606050636060605fc0fd80eb045307931f03c31ce6000686521f0686e320de2330c1e8c3c0708e292a332f99ab2027b124332f9d2b3f8dab3837312787ab20b1a8a45887ab383595cbd157d70800');
delete from sqlite_sequence;
insert into "sqlite_sequence" ("name", "seq") values ('customers', 4);
insert into "sqlite_sequence" ("name", "seq") values ('documents', 6);
insert into "sqlite_sequence" ("name", "seq") values ('audit', 9);
insert into "sqlite_sequence" ("name", "seq") values ('standards', 3);
insert into "sqlite_sequence" ("name", "seq") values ('access_audit', 2);
CREATE INDEX sessions_of_user on sessions (user_id);
CREATE TRIGGER users_counted_on_update after update on users
    begin update versions set value = value + 1 where name = 'auth'; end;
CREATE TRIGGER users_counted_on_delete after delete on users
    begin update versions set value = value + 1 where name = 'auth'; end;
CREATE TRIGGER user_roles_counted_on_insert after insert on user_roles
    begin update versions set value = value + 1 where name = 'auth'; end;
CREATE TRIGGER user_roles_counted_on_update after update on user_roles
    begin update versions set value = value + 1 where name = 'auth'; end;
CREATE TRIGGER user_roles_counted_on_delete after delete on user_roles
    begin update versions set value = value + 1 where name = 'auth'; end;
CREATE TRIGGER sessions_counted_on_delete after delete on sessions
    begin update versions set value = value + 1 where name = 'auth'; end;
CREATE INDEX files_by_name on files (name_key);
CREATE INDEX files_by_hash on files (hash);
CREATE INDEX files_by_nearest on files (nearest_document_id);
CREATE INDEX files_by_seq on files (seq);
CREATE INDEX files_by_verdict on files (verdict);
CREATE INDEX files_unread on files (id)
    where hash is null and settled_at is not null and gone_at is null;
CREATE TRIGGER files_counted_on_insert after insert on files
    begin
      update versions set value = value + 1 where name = 'files';
      update files set seq = (select value from versions where name = 'files') where id = new.id;
    end;
CREATE TRIGGER files_counted_on_update after update of path, bytes, modified_ns, settled_at, hash, verdict, fault,
      nearest_document_id, twin_id, gone_at on files
    begin
      update versions set value = value + 1 where name = 'files';
      update files set seq = (select value from versions where name = 'files') where id = new.id;
    end;
CREATE INDEX customers_in_order on customers (sort_key, id);
CREATE UNIQUE INDEX documents_once_a_customer on documents (file_key, customer_id);
CREATE INDEX documents_in_order on documents (customer_id, sort_key, id);
CREATE INDEX documents_by_short_name on documents (short_file_key);
CREATE INDEX documents_loosely on documents (loose_num);
CREATE TRIGGER documents_one_file_one_document_0
    before insert on documents
    when exists (
      select 1 from documents other
      where other.file_key = new.file_key and other.id is not new.id
        and (other.doc_num, other.language, other.doc_rev)
          is not (new.doc_num, new.language, new.doc_rev)
    )
    begin select raise(abort, 'file_name_taken'); end;
CREATE TRIGGER documents_one_file_one_document_1
    before update of doc_num, language, doc_rev, file_key on documents
    when exists (
      select 1 from documents other
      where other.file_key = new.file_key and other.id is not new.id
        and (other.doc_num, other.language, other.doc_rev)
          is not (new.doc_num, new.language, new.doc_rev)
    )
    begin select raise(abort, 'file_name_taken'); end;
CREATE TRIGGER customers_counted_on_insert after insert on customers
    begin update versions set value = value + 1 where name = 'catalogue'; end;
CREATE TRIGGER customers_counted_on_update after update on customers
    begin update versions set value = value + 1 where name = 'catalogue'; end;
CREATE TRIGGER customers_counted_on_delete after delete on customers
    begin update versions set value = value + 1 where name = 'catalogue'; end;
CREATE TRIGGER documents_counted_on_insert
    after insert on documents
    begin
      update customers set documents_version = documents_version + 1 where id in (new.customer_id);
    end;
CREATE TRIGGER documents_counted_on_update
    after update on documents
    begin
      update customers set documents_version = documents_version + 1 where id in (new.customer_id, old.customer_id);
    end;
CREATE TRIGGER documents_counted_on_delete
    after delete on documents
    begin
      update customers set documents_version = documents_version + 1 where id in (old.customer_id);
    end;
CREATE TRIGGER customers_versioned after update of name on customers
    when new.version = old.version
    begin update customers set version = old.version + 1 where id = new.id; end;
CREATE INDEX entry_files_by_file on entry_files (file_id);
CREATE INDEX entry_files_by_seq on entry_files (seq);
CREATE TRIGGER entry_files_counted_0 after insert on entry_files
    begin
      update versions set value = value + 1 where name = 'files';
      update entry_files set seq = (select value from versions where name = 'files')
        where document_id = new.document_id;
    end;
CREATE TRIGGER entry_files_counted_1 after update of file_id on entry_files
    begin
      update versions set value = value + 1 where name = 'files';
      update entry_files set seq = (select value from versions where name = 'files')
        where document_id = new.document_id;
    end;
CREATE INDEX access_audit_by_time on access_audit (at);
CREATE TRIGGER access_audit_stands before update on access_audit
      begin select raise(abort, 'lines of the access audit are never changed'); end;
CREATE INDEX contents_by_extraction on contents (extraction);
CREATE INDEX near_keys_of_name on near_keys (name_key);
CREATE UNIQUE INDEX jobs_one_import on jobs (kind) where kind = 'import' and finished_at is null;
CREATE INDEX jobs_by_start on jobs (started_at);
CREATE INDEX opened_documents_by_time on opened_documents (user_name, last_at);
CREATE INDEX searches_without_hit_by_time on searches_without_hit (last_at, code_key);
CREATE TRIGGER documents_versioned
    after update of customer_id, doc_num, doc_desc, doc_rev, language, issued_on on documents
    when new.version = old.version
    begin update documents set version = old.version + 1 where id = new.id; end;
CREATE UNIQUE INDEX standards_once on standards (number_key, customer_id, language_key);
CREATE INDEX standards_noticed on standards (notice_kind) where notice_kind is not null;
CREATE INDEX revisions_of_standard on revisions (standard_id);
CREATE INDEX audit_of_subject on audit (subject, subject_id, id);
CREATE INDEX audit_of_change on audit (change_id, id);
CREATE INDEX audit_of_user on audit ("user", id);
CREATE INDEX audit_of_action on audit (action, id);
CREATE INDEX audit_of_customer on audit (customer_id, id);
CREATE INDEX audit_of_previous_customer on audit (previous_customer_id, id);
CREATE INDEX audit_of_document on audit (document_id, id);
CREATE INDEX audit_by_time on audit (at, id);
CREATE TRIGGER audit_stands_on_update before update on audit
    begin select raise(abort, 'the audit trail is never changed'); end;
CREATE TRIGGER audit_stands_on_delete before delete on audit
    begin select raise(abort, 'the audit trail is never changed'); end;
CREATE INDEX redlines_by_time on redlines (made_at);
CREATE INDEX mentions_of_content on mentions (hash);
CREATE INDEX ocr_contents_by_state on ocr_contents (state, hash);
CREATE UNIQUE INDEX users_outside_once on users (provider, external_id);
CREATE INDEX sessions_of_provider on sessions (provider_session);
