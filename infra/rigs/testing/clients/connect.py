"""clickhouse-connect and its SQLAlchemy dialect at the analysts' port: prints one line of JSON for each."""
import json
import sys

import clickhouse_connect
import pandas
from sqlalchemy import create_engine, inspect, text

port, token, *rest = sys.argv[1:]
queries = list(zip(rest[::2], rest[1::2]))
FORBIDDEN = "SELECT file('/etc/hostname')"


def attempt(work):
    try:
        return work()
    except Exception as error:
        return "failed: " + str(error)[:300]


def refused(work):
    try:
        work()
    except Exception as error:
        return str(error)[:300]
    return "was not refused"


def connect():
    open_client = lambda compress: clickhouse_connect.get_client(
        host="127.0.0.1", port=int(port), username="analyst", password=token, database="reporting", compress=compress)
    client = open_client(False)
    return {
        "client": "clickhouse-connect",
        "connects": client.server_version,
        "schemas": client.query_df("SHOW DATABASES").iloc[:, 0].tolist(),
        "tables": client.query_df("SHOW TABLES").iloc[:, 0].tolist(),
        "columns": client.query_df("DESCRIBE TABLE visits")["name"].tolist(),
        "sums": [int(client.query_df(sql)[column].sum()) for sql, column in queries],
        "arrow": attempt(lambda: [sum(client.query_arrow(sql)[column].to_pylist()) for sql, column in queries]),
        "prepared": client.query("SELECT {n: UInt32} + 1", parameters={"n": 41}).result_rows[0][0],
        "compressed": attempt(lambda: [int(open_client(kind).query_df(queries[0][0])[queries[0][1]].sum())
                                       for kind in ("gzip", "zstd", "lz4", True)]),
        "error": refused(lambda: client.query(FORBIDDEN)),
        "insert": refused(lambda: client.insert("visits", [["a"]], column_names=["source"])),
    }


def alchemy():
    engine = create_engine(f"clickhousedb://analyst:{token}@127.0.0.1:{port}/reporting")
    look = inspect(engine)
    with engine.connect() as connection:
        return {
            "client": "SQLAlchemy clickhousedb",
            "connects": connection.execute(text("SELECT version()")).scalar(),
            "schemas": look.get_schema_names(),
            "tables": sorted(set(look.get_table_names("reporting")) | set(look.get_view_names("reporting"))),
            "columns": [column["name"] for column in look.get_columns("visits", "reporting")],
            "sums": [int(pandas.read_sql(text(sql.replace(":", "\\:")), connection)[column].sum())
                     for sql, column in queries],
            "prepared": connection.execute(text("SELECT :n + 1"), {"n": 41}).scalar(),
            "compressed": "by the driver's default",
            "error": refused(lambda: connection.execute(text(FORBIDDEN))),
            "insert": refused(lambda: connection.execute(text("INSERT INTO visits (source) VALUES ('a')"))),
        }


for work in (connect, alchemy):
    answer = attempt(work)
    print(json.dumps(answer if isinstance(answer, dict) else {"client": work.__name__, "failed": answer}))
